# To be sourced: `run` starts a command that a stop (SIGTERM, Ctrl-C) ends together with this script. A shell would wait for a
# command in the foreground before it looks at a signal, and one without a trap would leave it behind.
stop_code=143
child=
stop() {
  trap '' TERM INT
  if [ -n "$child" ]; then
    kill -s TERM "$child" 2> /dev/null || true
    wait "$child" 2> /dev/null || true
  fi
  exit "$stop_code"
}
trap stop TERM INT

run() {
  "$@" &
  child=$!
  result=0
  wait "$child" || result=$?
  child=
  return "$result"
}
