package org.peacescheduler.status;

import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;

/**
 * Why a chunk did not wait, or was placed by the stock policy, in sentences: what is the cause, and
 * what to change if it is not to be so.
 *
 * <p>Example: {@link Exemption#ALONE}: only one host was writing. Thread-safe: it has no state.
 */
final class Reasons {
  private static final String STATE_RATES =
      "State bandwidths or streamRate in dfs.namenode.peace.topology.file.";

  private Reasons() {}

  /**
   * A reason.
   *
   * @param cause a sentence
   * @param remedy a sentence with the key, or what else is to be changed
   */
  record Reason(String cause, String remedy) {}

  /**
   * Why a chunk did not wait.
   *
   * @param mode of the NameNode now; empty if that is not known
   */
  static Reason of(Exemption kind, String mode) {
    return switch (kind) {
      case ALONE ->
          new Reason(
              "Only one host was writing, and it would only wait for its own chunks.",
              "Write from two hosts or more at a time to see chunks wait.");
      case SLOW ->
          new Reason(
              "Its writer sends less than the links carry, so nobody gains if it waits.",
              "See what limits the writer: its disk, its processor, or its own pace.");
      case SLOW_KIN ->
          new Reason(
              "The last four new writers of its job or user sent less than the links carry, so it"
                  + " is taken to be as slow.",
              "See what limits these writers. One that keeps up is enough for newcomers to wait"
                  + " again.");
      case LOG ->
          new Reason(
              "It is a log's: its client flushes it and goes on writing when it has something to"
                  + " write.",
              "Nothing is to be changed; dfs.namenode.peace.paths.excluded would have the stock"
                  + " policy place it.");
      case STANDSTILL ->
          new Reason(
              "The links that it waited for had carried next to nothing for a few chunk times.",
              "See who holds these links: idle files, or a capacity that is written too small in"
                  + " dfs.namenode.peace.topology.file.");
      case UNSCHEDULED ->
          new Reason(
              "More than half of what the links that it waited for carry is of chunks that Peace"
                  + " does not schedule, and these would have had what it left.",
              "Have Peace schedule these chunks, too: see dfs.namenode.peace.paths,"
                  + " dfs.namenode.peace.paths.excluded and dfs.namenode.peace.waiting.max.");
      case TRIAL ->
          new Reason(
              "Nobody has stated what the links carry, so all are let in until waiting has been seen"
                  + " to cost less than a fifth of what all write together.",
              STATE_RATES);
      case TOGETHER ->
          new Reason(
              "Nobody has stated what the links carry, and its client writes other files at the same"
                  + " time, which may stand still while this one waits.",
              STATE_RATES);
      case EXCLUDED_PATH ->
          new Reason(
              "Peace does not schedule this path; the stock policy placed it at once.",
              "Change dfs.namenode.peace.paths or dfs.namenode.peace.paths.excluded.");
      case FAVORED_NODES ->
          new Reason(
              "A superuser's client named datanodes (favored nodes); the stock policy placed it at"
                  + " once.",
              "Have the client name none, or write as another user.");
      case SHADOW ->
          new Reason(
              "In shadow mode Peace plans and counts, and the stock policy places at once.",
              mode.equals("enforce")
                  ? "The mode is enforce now."
                  : "Set dfs.namenode.peace.mode to enforce.");
    };
  }

  static Reason of(FallbackReason reason) {
    return switch (reason) {
      case DEFERRAL_MAX ->
          new Reason(
              "It had waited for as long as a chunk may.",
              "See with peace topology diff whether the links that it waited for carry more than the"
                  + " topology file says, or raise dfs.namenode.peace.deferral.max.");
      case IMPOSSIBLE ->
          new Reason(
              "It would not fit even if nothing else were written.",
              "Change 'placement' in dfs.namenode.peace.topology.file, or add servers.");
      case NO_HANDLER ->
          new Reason(
              "Its call cannot wait without a handler, since it came in another way than over the"
                  + " NameNode's ordinary RPC ports.",
              "Have its client use dfs.namenode.rpc-address.");
      case CROWDED ->
          new Reason(
              "As many chunks waited as may, of all users or of its own; a request of more than 8 KiB"
                  + " counts as several.",
              "Raise dfs.namenode.peace.waiting.max or dfs.namenode.peace.waiting.user-share.");
      case FAVORED_NODES ->
          new Reason(
              "Its client named datanodes (favored nodes), so the stock policy placed it when an"
                  + " ordinary chunk of its writer had its turn.",
              "Have the client name none if Peace is to choose the datanodes.");
      case TOO_LARGE ->
          new Reason(
              "It wants more than 32 replicas, or its client excludes more than 64 datanodes.",
              "Lower the file's replication, or have its client exclude fewer.");
      case TOO_DIVERSE ->
          new Reason(
              "Its user has 64 kinds of chunks waiting already.",
              "Have the user's clients exclude fewer datanodes, or the same ones.");
      case INVALID_TARGETS ->
          new Reason(
              "HDFS refused the datanodes that Peace planned, one after the other.",
              "See what the NameNode's log says of them: space, storage type, or load.");
      case PIPELINE_FAILED ->
          new Reason(
              "Its client could not write to the datanodes that it had.",
              "See the datanodes that are named.");
      case STOPPED -> new Reason("The NameNode was stopping.", "Nothing is to be changed.");
      case ERROR ->
          new Reason(
              "Peace failed on it.", "See 'Peace failed to' in the NameNode's log, and report it.");
    };
  }
}
