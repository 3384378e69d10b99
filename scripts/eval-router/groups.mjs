import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GroupIndex } from '../../src/records/groups/templates/group-index.js';
import { readDocument } from '../../src/records/groups/reading/read-document.js';
import { RecentRequests } from '../../src/records/groups/templates/recent-requests.js';
import { recognizeTemplate } from '../../src/records/groups/templates/recognize-template.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../src/wire/openai/read-chat-view.js';

const MIN_ROWS = 3;
const SHUFFLES = 20;

/**
 * Feeds the machine-shaped rows to one project and prints how completely and purely templates are recognized: rows of
 * templates that have three rows or more, each from its template's third row on (no group exists before), in the order of the
 * file and in shuffled orders; then all of those rows asked a second time, when every group exists.
 */
export function evaluateGroups({ rowsDirectory, log = console.log }) {
  const rows = readFileSync(path.join(rowsDirectory, 'requests.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ labels }) => labels.kind === 'machine')
    .map(({ body, labels }) => ({
      view: readChatView(scanTopLevel(Buffer.from(JSON.stringify(body)))),
      template: labels.template_id,
    }));
  printGroupFigures({ title: 'evaluation set', rows, log });
  printTimes(log, rows);
}

/** @param rows `{view, template}` each; `template` is undefined where it is not known */
export function printGroupFigures({ title, rows, log = console.log }) {
  const project = new Project();
  print(log, `Groups, ${title}, in the order of the file`, figuresOf(project, rows, MIN_ROWS));
  print(log, `Groups, ${title}, all rows a second time`, figuresOf(project, rows, 1));
  const shuffled = Array.from({ length: SHUFFLES }, (_, seed) =>
    figuresOf(new Project(), shuffle(rows, seed + 1), MIN_ROWS),
  );
  for (const choose of [Math.min, mean, Math.max]) {
    const figures = Object.fromEntries(
      Object.keys(shuffled[0]).map((key) => [key, choose(...shuffled.map((one) => one[key]))]),
    );
    print(log, `Groups, ${title}, ${SHUFFLES} shuffled orders, ${choose.name}`, figures);
  }
}

/** One project in memory, as the service keeps it. */
export class Project {
  groups = new GroupIndex([]);
  recent = new RecentRequests();

  ask(view) {
    const { groups, recent } = this;
    const answer = recognizeTemplate(readDocument(view), { projectId: 'prj_eval', groups, recent });
    if (answer.kind === 'found') {
      if (groups.get(answer.template.id) === undefined) groups.add(answer.template);
      return answer.template.id;
    }
    if (answer.kind === 'narrowed') {
      groups.remove(answer.group);
      groups.add({ ...answer.group, features: answer.features, distinct: answer.group.distinct + 1 });
    }
    return answer.group?.id;
  }
}

function figuresOf(project, rows, fromRow) {
  const totals = countBy(rows, ({ template }) => template);
  const seen = new Map();
  const asked = [];
  for (const { view, template } of rows) {
    const group = project.ask(view);
    if (template === undefined || totals.get(template) < MIN_ROWS) continue;
    seen.set(template, (seen.get(template) ?? 0) + 1);
    if (seen.get(template) >= fromRow) asked.push({ template, group });
  }
  const grouped = asked.filter(({ group }) => group !== undefined);
  return {
    rows: asked.length,
    completeness:
      mostFrequent(
        grouped,
        ({ template }) => template,
        ({ group }) => group,
      ) / asked.length,
    purity:
      mostFrequent(
        grouped,
        ({ group }) => group,
        ({ template }) => template,
      ) / grouped.length,
    ungrouped: asked.length - grouped.length,
  };
}

/** How many of the rows have their bucket's most frequent value. */
function mostFrequent(rows, bucketOf, valueOf) {
  const buckets = new Map();
  for (const row of rows) buckets.set(bucketOf(row), [...(buckets.get(bucketOf(row)) ?? []), row]);
  let sum = 0;
  for (const bucket of buckets.values()) sum += Math.max(...countBy(bucket, valueOf).values());
  return sum;
}

function countBy(rows, keyOf) {
  const counts = new Map();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** The same order for a seed, everywhere. */
export function shuffle(rows, seed) {
  const shuffled = [...rows];
  let state = seed;
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const other = state % (last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

function mean(...values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function print(log, title, figures) {
  const text = Object.entries(figures).map(
    ([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(4)}`,
  );
  log(`${title}: ${text.join(', ')}`);
}

/** New groups come up while this runs, so the search among recent requests is part of it. */
function printTimes(log, rows) {
  const times = [];
  for (let pass = 0; pass < 4; pass += 1) {
    const project = new Project();
    for (const { view } of rows) {
      const started = performance.now();
      project.ask(view);
      if (pass > 0) times.push((performance.now() - started) * 1_000);
    }
  }
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(0);
  log(`Groups, microseconds a request: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}`);
}
