// What the reading of a request costs: kind, task, difficulty and group, as a decision asks for them. `node --import
// @swc-node/register/esm-register scripts/eval-router/decision-times.mjs`. On a machine that does other work, the least of several
// passes for each request is what it takes; CPU time per request is printed besides.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { classify } from '../../src/routing/classify/classify.js';
import { scoreComplexity } from '../../src/routing/complexity/score-complexity.js';
import { requireRows, ROWS_DIRECTORY } from '../train-router/read-rows.mjs';
import { viewOf } from '../train-router/fit-kind.mjs';
import { Project } from './groups.mjs';

const PASSES = 15;

requireRows();
const views = readFileSync(path.join(ROWS_DIRECTORY, 'requests.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => viewOf(JSON.parse(line).body));
const project = new Project();
const steps = {
  kind: (view) => classify(view),
  difficulty: (view, { kind }) => kind === 'machine' && scoreComplexity(view, kind),
  group: (view, { kind }) => kind === 'machine' && project.ask(view),
};
const least = Object.fromEntries(
  ['all', ...Object.keys(steps)].map((name) => [name, views.map(() => Infinity)]),
);
let cpu = Infinity;
// Two passes more, to warm up.
for (let pass = -2; pass < PASSES; pass += 1) {
  const before = process.cpuUsage();
  for (const [index, view] of views.entries()) measure(view, index, pass < 0);
  const { user, system } = process.cpuUsage(before);
  if (pass >= 0) cpu = Math.min(cpu, (user + system) / views.length);
}
for (const [name, times] of Object.entries(least))
  print(
    name,
    times.filter((time) => time > 0),
  );
console.log(`CPU ${cpu.toFixed(1)} us a request, the least of ${PASSES} passes`);

function measure(view, index, warming) {
  const started = performance.now();
  let last = started;
  let kind;
  for (const [name, step] of Object.entries(steps)) {
    const answer = step(view, kind);
    kind ??= answer;
    const now = performance.now();
    if (!warming) least[name][index] = Math.min(least[name][index], (now - last) * 1_000);
    last = now;
  }
  if (!warming) least.all[index] = Math.min(least.all[index], (last - started) * 1_000);
}

function print(name, times) {
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(0);
  console.log(`${name}: ${times.length} requests, p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)} us`);
}
