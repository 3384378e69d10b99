#!/bin/sh
# `npm start`: everything a machine with only Node.js needs, then the service in this very process, so that signals reach it.
set -eu
cd "$(dirname "$0")/.."
sh scripts/ensure-installed.sh
sh scripts/ensure-built.sh
exec node dist/main.js "$@"
