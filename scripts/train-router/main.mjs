// `npm run train:router`: fits the router's models on the evaluation set and writes their weights beside the code.
import { existsSync } from 'node:fs';
import { trainKind } from './train-kind.mjs';

trainKind();
const complexity = new URL('complexity.mjs', import.meta.url);
if (existsSync(complexity)) await (await import(complexity.href)).trainComplexity();
