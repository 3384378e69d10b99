#!/bin/sh
# Runs one of the built programs (`doctor`, `migrate`), built first where it is not: `sh scripts/run-built.sh doctor --json`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
sh "$root/scripts/ensure-installed.sh"
sh "$root/scripts/ensure-service-built.sh"
program=$1
shift
exec node "$root/dist/$program.main.js" "$@"
