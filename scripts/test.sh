#!/bin/sh
# `npm test`: everything a machine with only Node.js needs, then the whole suite. Arguments go to vitest.
set -eu
cd "$(dirname "$0")/.."
sh scripts/ensure-installed.sh
sh scripts/ensure-built.sh
exec node node_modules/vitest/vitest.mjs run "$@"
