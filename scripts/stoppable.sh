# To be sourced: `run` starts a command that a stop (SIGTERM, Ctrl-C) ends together with this script. A shell would wait for a
# command in the foreground before it looks at a signal, and one without a trap would leave it behind.
# `begin` starts one beside others; `finish` waits for all of them.
stop_code=143
children=
begun=
stop() {
  trap '' TERM INT
  # A signal may come when a command has begun and is not among them yet.
  [ "${!:-}" = "$begun" ] || children="$children $!"
  for child in $children; do kill -s TERM "$child" 2> /dev/null || true; done
  for child in $children; do wait "$child" 2> /dev/null || true; done
  exit "$stop_code"
}
trap stop TERM INT

begin() {
  "$@" &
  children="${children:+$children }$!"
  begun=$!
}

# The result of the last that failed; all have ended.
finish() {
  result=0
  while [ -n "$children" ]; do
    child=${children%% *}
    wait "$child" || result=$?
    children=${children#"$child"}
    children=${children# }
  done
  return "$result"
}

run() {
  begin "$@"
  finish
}
