# Makes 'hdfs peace' a command of Hadoop's scripts. Link this file into shellprofile.d of Hadoop's
# configuration directory, or of its libexec.

if [[ "${HADOOP_SHELL_EXECNAME:-}" = hdfs ]]; then
  hadoop_add_subcommand "peace" admin "status, plan, check, calibrate and turns for Peace, the scheduler of writes"
fi

## @description  runs Peace's command line on Hadoop's class path
function hdfs_subcommand_peace
{
  local profile="${BASH_SOURCE[0]}"
  local home
  home=$(dirname "$(dirname "$(readlink -f "${profile}")")")
  HADOOP_CLASSNAME=org.peacescheduler.cli.PeaceCommand
  hadoop_add_classpath "${home}/lib/cli/*"
  hadoop_add_param HADOOP_OPTS peace.home "-Dpeace.home=${home}"
}
