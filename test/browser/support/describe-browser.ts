import { describe } from 'vitest';
import { findChromium } from './find-chromium.js';

/** Tests in a real browser; skipped by name where none is found. */
export const describeBrowser = describe.skipIf(findChromium() === undefined);
