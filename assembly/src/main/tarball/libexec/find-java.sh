# Which Java Peace's scripts run; to be sourced. Needs fail, which prints its arguments and ends the
# script.
# shellcheck shell=bash disable=SC2034

# Sets $java to a Java that is new enough, that of JAVA_HOME or else the one on the PATH.
#   $1  how to install one
find_java() {
  java=java
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
  fi
  command -v "$java" >/dev/null 2>&1 \
    || fail "no Java found ('$java'); Peace needs version 17 or newer." "Maybe set JAVA_HOME. $1"
  local shown version
  shown=$("$java" -version 2>&1) || fail "'$java' does not run: $shown" "Maybe set JAVA_HOME. $1"
  version=$(sed -n 's/.*version "\([^"]*\)".*/\1/p' <<<"$shown" | head -n 1)
  local major=${version%%[!0-9]*}
  if [ -n "$major" ] && [ "$major" -lt 17 ]; then
    fail "'$java' is version $version; Peace needs version 17 or newer." "Maybe set JAVA_HOME. $1"
  fi
}
