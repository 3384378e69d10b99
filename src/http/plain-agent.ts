import { Agent } from 'undici';
import { finishPausedAnswers } from './finish-paused-answers.js';

/** For requests of our own that need no settings. Undici's global one is whatever was loaded first, and not mended. */
export const plainAgent = finishPausedAnswers(new Agent());
