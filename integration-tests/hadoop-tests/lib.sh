# What `run` and `throughput` share; to be sourced. Needs $root, the checkout.
# shellcheck shell=bash disable=SC2034,SC2154

# Numbers are sorted and printed with a point.
export LC_ALL=C

VARIANTS_HELP='stock        stock NameNode, stock policy
overlay      patched NameNode, stock policy
peace        patched NameNode, Peace
peace-stock  stock NameNode, Peace'

fail() {
  printf '%s\n' "${@/#/$(basename "$0"): }" >&2
  exit 2
}

check_variant() {
  case $1 in
    stock | overlay | peace | peace-stock) ;;
    *) fail "'$1' is no variant. Maybe use stock, overlay, peace or peace-stock." ;;
  esac
}

# Sets $java, and $opens for what Hadoop needs of it.
prepare_java() {
  # shellcheck source=assembly/src/main/tarball/libexec/find-java.sh
  . "$root/assembly/src/main/tarball/libexec/find-java.sh"
  find_java 'On Debian or Ubuntu: apt-get install openjdk-17-jdk-headless'
  read -ra opens <<<"$(sed -n 's/.*<peace.addOpens>\(.*\)<\/peace.addOpens>.*/\1/p' "$root/pom.xml")"
}

# Builds Peace and fetches Hadoop $1 with its tests: sets $overlay_and_plugin if one of $variants needs
# it, $plugin and $hadoop_tests. Everything is written below $2.
find_classes() {
  if [[ " ${variants[*]} " =~ \ (overlay|peace)\  ]]; then
    overlay_and_plugin=$("$root/peace" classpath --hadoop "$1") || exit 2
  fi
  plugin=$("$root/peace" classpath --hadoop "$1" --stock) || exit 2
  local mvn_args
  read -ra mvn_args <<<"${PEACE_MVN_ARGS:-}"
  mvn -q -B -ntp ${mvn_args[@]+"${mvn_args[@]}"} -f "$root/integration-tests/hadoop-tests/pom.xml" \
    -Dhadoop.version="$1" dependency:build-classpath \
    -Dmdep.outputFile="$2/classpath.txt" -Dmdep.pathSeparator=: >&2
  hadoop_tests=$(cat "$2/classpath.txt")
}

# The class path of variant $1, whose configuration is made in $2; the rest of the arguments are
# further keys of hdfs-site.xml, as KEY=VALUE.
variant_classes() {
  local variant=$1 conf=$2 setting
  shift 2
  case $variant in
    peace*) set -- "$@" \
      dfs.block.replicator.classname=org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace ;;
  esac
  mkdir -p "$conf"
  {
    echo '<configuration>'
    for setting; do
      printf '<property><name>%s</name><value>%s</value></property>\n' "${setting%%=*}" "${setting#*=}"
    done
    echo '</configuration>'
  } >"$conf/hdfs-site.xml"
  case $variant in
    stock) echo "$conf:$hadoop_tests" ;;
    overlay) echo "$conf:${overlay_and_plugin%%:*}:$hadoop_tests" ;;
    peace) echo "$conf:$overlay_and_plugin:$hadoop_tests" ;;
    peace-stock) echo "$conf:$plugin:$hadoop_tests" ;;
  esac
}
