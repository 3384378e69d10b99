#!/bin/sh
# Builds dist/ when the sources, the compiler's settings or the dependencies are other than at the last build.
set -eu
cd "$(dirname "$0")/.."
. scripts/stoppable.sh

stamp=dist/.build-stamp
state=$({
  find src -type f ! -name '*.spec.ts' -exec cksum {} +
  cksum .swcrc tsconfig.json tsconfig.build.json nest-cli.json package.json package-lock.json scripts/bundle-service.mjs
} | LC_ALL=C sort | cksum)
[ -f dist/main.js ] && [ "$(cat "$stamp" 2>/dev/null || true)" = "$state" ] && exit 0

echo 'Building …' >&2
run node node_modules/@nestjs/cli/bin/nest.js build >&2
run node scripts/bundle-service.mjs >&2
echo "$state" > "$stamp"
