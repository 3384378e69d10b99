import { execFileSync } from 'node:child_process';
import { findChromium } from './find-chromium.js';

/** Builds console/dist where a browser will look at it, unless it is that of these sources: as `npm start` does, by its stamp. */
export default function setUp(): void {
  if (findChromium() === undefined) return;
  execFileSync('sh', ['scripts/ensure-console-built.sh'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
