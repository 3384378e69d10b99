#!/bin/sh
# `npm start`: everything a machine with only Node.js needs, then the service in this very process, so that signals reach it.
set -eu
cd "$(dirname "$0")/.."
. scripts/stoppable.sh
# A stop is no failure, also before there is a service.
stop_code=0
run sh scripts/ensure-installed.sh
run sh scripts/ensure-built.sh
exec node dist/main.js "$@"
