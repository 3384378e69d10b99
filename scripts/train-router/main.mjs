// `npm run train:router`: fits the router's models on the evaluation set and writes their weights beside the code.
import { requireRows } from './read-rows.mjs';
import { trainComplexity } from './complexity.mjs';
import { trainKind } from './train-kind.mjs';

requireRows();
trainKind();
await trainComplexity();
