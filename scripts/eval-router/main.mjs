// `npm run eval:router`: figures of the router's models on the evaluation set. What they mean: docs/quality.md.
import { evaluateComplexity } from '../train-router/complexity-eval.mjs';
import { requireRows, ROWS_DIRECTORY } from '../train-router/read-rows.mjs';
import { evaluateFresh } from './fresh.mjs';
import { evaluateGroupsByHand } from './groups-by-hand.mjs';
import { evaluateGroups } from './groups.mjs';
import { evaluateKind } from './kind.mjs';
import { evaluateProbes } from './probe.mjs';
import { evaluateStrangers } from './strangers.mjs';

requireRows();
evaluateKind();
evaluateFresh();
evaluateProbes();
evaluateStrangers();
evaluateGroups({ rowsDirectory: ROWS_DIRECTORY });
evaluateGroupsByHand();
await evaluateComplexity();
