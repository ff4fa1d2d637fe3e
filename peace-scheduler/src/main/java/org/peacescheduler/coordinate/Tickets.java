package org.peacescheduler.coordinate;

import java.util.Set;
import org.peacescheduler.coordinate.order.Groups;

/**
 * The tickets of what is asked for: each counts for its group, its writer and its share from the
 * request to the end.
 *
 * <p>Example: a group's second client asks for a chunk of 64 MiB; its group has 64 MiB more to be
 * written, and two writers compete. Cost: a look-up in each table. Confined to the coordinator's
 * lock.
 */
final class Tickets {
  private final RequestBook book;
  private final Groups groups;

  // The coordinator tells these of what concerns no ticket, and looks at them.
  final Learning learning;
  final Presence presence;
  final Competitors competitors;

  private long next;

  Tickets(
      RequestBook book,
      Groups groups,
      Learning learning,
      Presence presence,
      Competitors competitors) {
    this.book = book;
    this.groups = groups;
    this.learning = learning;
    this.presence = presence;
    this.competitors = competitors;
  }

  /** The number that the next ticket gets; all before it have smaller ones. */
  long next() {
    return next;
  }

  /** A ticket for a file's next chunk, to be submitted or observed. */
  Ticket open(ChunkRequest request, long now) {
    OpenFile file = book.fileOf(request, now);
    Chunk chunk =
        new Chunk(
            request.path(),
            request.writer().orElse(""),
            file.nextChunk,
            request.origin().userName());
    learning.asked(request, now);
    Set<String> failed = file.failed(request);
    presence.accuse(failed, request, now);
    Ticket ticket = new Ticket(next++, chunk, file, presence.careful(request), now);
    ticket.size.asked = Math.max(1, learning.expected(ticket));
    groups.ask(file.member, ticket.size.asked, request.replication());
    competitors.count(ticket, 1);
    ticket.wait.failed = failed;
    return ticket;
  }

  /** Its file asks for something else instead. */
  void change(Ticket ticket, ChunkRequest request) {
    competitors.count(ticket, -1);
    ticket.wanted = presence.careful(request);
    competitors.count(ticket, 1);
    ticket.wait.odd = ticket.isRefused() ? ticket.wait.odd : null;
  }

  /** What it stands for is asked for by others from now on. */
  void passOn(Ticket turn) {
    groups.withdrawn(turn.member(), turn.size.asked);
    turn.size.asked = 0;
  }

  /** It has ended, in whatever way; one that rests competes no more. */
  void end(Ticket ticket) {
    if (!ticket.flight.rests) {
      competitors.count(ticket, -1);
    }
    ticket.state = Ticket.State.ENDED;
    if (ticket.flight.isWritten) {
      groups.written(ticket.member(), ticket.size.asked, ticket.size.known());
    } else {
      groups.withdrawn(ticket.member(), ticket.size.asked);
    }
  }
}
