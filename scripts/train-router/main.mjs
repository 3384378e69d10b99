// `npm run train:router`: fits the router's models on the evaluation set and writes their weights beside the code.
import { trainComplexity } from './complexity.mjs';
import { trainKind } from './train-kind.mjs';

trainKind();
await trainComplexity();
