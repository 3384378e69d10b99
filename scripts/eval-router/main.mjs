// `npm run eval:router`: figures of the router's models on the evaluation set. What they mean: docs/quality.md.
import { existsSync } from 'node:fs';
import { evaluateKind } from './kind.mjs';

evaluateKind();
const complexity = new URL('../train-router/complexity-eval.mjs', import.meta.url);
if (existsSync(complexity)) await (await import(complexity.href)).evaluateComplexity();
