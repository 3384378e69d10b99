#!/bin/sh
# Builds console/dist/ when the console's sources or the dependencies are other than at the last build.
set -eu
cd "$(dirname "$0")/.."
. scripts/stoppable.sh

stamp=console/dist/.build-stamp
state=$({
  find console -path console/dist -prune -o -type f ! -name '*.spec.ts' ! -name '*.spec.tsx' -exec cksum {} +
  cksum package.json package-lock.json
} | LC_ALL=C sort | cksum)
[ -f console/dist/index.html ] && [ "$(cat "$stamp" 2>/dev/null || true)" = "$state" ] && exit 0

echo 'Building the console …' >&2
# Whoever asks, as tests do with another environment: what is built is what is served.
run env NODE_ENV=production node node_modules/vite/bin/vite.js build console --logLevel warn >&2
echo "$state" > "$stamp"
