#!/bin/sh
# Builds what is other than at the last build, side by side: the service (dist/) and the console (console/dist/).
set -eu
cd "$(dirname "$0")/.."
. scripts/stoppable.sh
begin sh scripts/ensure-service-built.sh
begin sh scripts/ensure-console-built.sh
finish
