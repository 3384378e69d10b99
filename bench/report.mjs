import { median } from './statistics.mjs';

/** The whole result as Markdown: facts of the machine, judged rows, figures behind them, memory. */
export function renderReport({ facts, rows, cells, memory, notes }) {
  return [
    '## Facts',
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    ...notes.map((note) => `- Note: ${note}`),
    '',
    '## Result',
    '| Measure | Result (lowest – highest round) | Floor | Goal | Verdict |',
    '|---|---|---|---|---|',
    ...rows.map(renderRow),
    '',
    '## Figures (medians over the rounds)',
    '| Load | Peer | calls/s | events/s | p50 ms | p99 ms | first byte p50 ms | CPU µs/call | database µs/call | upstream µs/call | peak MB | faults |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...[...cells.values()].flatMap(renderCell),
    '',
    `Memory of the gateway's process: ${renderMemory(memory)}`,
  ].join('\n');
}

function renderRow(row) {
  const spread = row.lowest === undefined ? '' : ` (${figure(row.lowest)} – ${figure(row.highest)})`;
  const result = row.result === null ? '–' : `**${figure(row.result)}**${spread}`;
  const sign = row.better === 'higher' ? '≥' : '≤';
  const bar = (value) => (value === undefined ? '–' : `${sign} ${figure(value)}`);
  const verdict = row.reason ? `${row.verdict}: ${cellText(row.reason)}` : row.verdict;
  return `| ${row.title} | ${result} | ${bar(row.floor)} | ${bar(row.goal)} | ${verdict} |`;
}

function renderCell(cell) {
  const keys = [...new Set(cell.rounds.flatMap((round) => Object.keys(round)))].sort();
  const figures = keys.map((key) => {
    const slices = cell.rounds.map((round) => round[key]);
    const middle = (read) => figure(median(slices.map((slice) => read(slice) ?? NaN)));
    const perCall = (name) => middle((slice) => slice.cpu[name] / Math.max(1, slice.calls));
    const faults = slices.flatMap((slice) =>
      Object.entries(slice.faults).map(([fault, times]) => `${fault} × ${times}`),
    );
    return [
      cell.title,
      key,
      middle((slice) => slice.callsPerSecond),
      middle((slice) => slice.eventsPerSecond || NaN),
      middle((slice) => slice.latency?.p50),
      middle((slice) => slice.latency?.p99),
      middle((slice) => slice.firstByte?.p50),
      perCall('process'),
      perCall('database'),
      perCall('upstream'),
      middle((slice) => slice.memoryPeakMb),
      faults.length === 0 ? 'none' : [...new Set(faults)].slice(0, 3).join('; '),
    ];
  });
  const failed = Object.entries(cell.failed).map(([key, reason]) => [
    cell.title,
    key,
    ...Array(9).fill('–'),
    reason,
  ]);
  return [...figures, ...failed].map((columns) => `| ${columns.map(cellText).join(' | ')} |`);
}

function renderMemory(memory) {
  const ends = memory.endsMb?.map((value) => `${figure(value)} MB`).join(' and ');
  const growth =
    ends === undefined
      ? 'growth not measured'
      : `settled at ${ends} after each half of ${memory.calls} calls`;
  return `${figure(memory.idleMb)} MB idle; ${growth}.`;
}

/** Three significant digits, whole numbers from 100 on; `–` for what was not measured. */
export function figure(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  const text = value.toPrecision(3);
  return Math.abs(value) < 0.01 ? value.toFixed(3) : text;
}

function cellText(text) {
  return String(text).replace(/[\r\n|]+/g, ' ');
}
