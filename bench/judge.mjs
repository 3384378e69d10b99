import { median } from './statistics.mjs';

/**
 * Judges every row: `{...row, result, lowest, highest, verdict, reason}`. Verdicts: `pass (goal)`, `pass (floor)`,
 * `below`, `invalid` (an answer was not as it must be), `not measured`, `no bar`.
 */
export function judgeRows(rows, { cells, memory }) {
  return rows.map((row) => {
    const measured = row.memory === undefined ? fromRounds(row, cells) : fromMemory(row, cells, memory);
    return { ...row, ...measured, verdict: measured.verdict ?? verdictFor(row, measured.result) };
  });
}

function fromRounds(row, cells) {
  const cell = cells.get(row.cell);
  if (cell === undefined) return notMeasured('its cell was not run');
  const failed = row.uses.find((key) => cell.failed[key] !== undefined);
  if (failed !== undefined) return invalid(`${failed}: ${cell.failed[failed]}`);
  const missing = row.uses.find((key) => cell.rounds.every((round) => round[key] === undefined));
  if (missing !== undefined) return notMeasured(`no peer \`${missing}\``);
  const faults = row.uses.flatMap((key) =>
    cell.rounds.flatMap((round) => faultTexts(key, round[key].faults)),
  );
  if (faults.length > 0) return invalid([...new Set(faults)].slice(0, 3).join('; '));
  if (row.uses.some((key) => cell.rounds.some((round) => round[key].calls === 0)))
    return invalid('a slice without calls');
  const values = cell.rounds.map((round) => row.value(round)).filter(Number.isFinite);
  if (values.length === 0) return notMeasured('this system does not tell');
  return {
    result: median(values),
    lowest: Math.min(...values),
    highest: Math.max(...values),
    reason: cell.notes.join('; '),
  };
}

function fromMemory(row, cells, memory) {
  if (row.growth) {
    const faults = faultTexts('gateway', memory.faults ?? {});
    if (faults.length > 0) return invalid(faults.join('; '));
    if (!Number.isFinite(memory.growthMb))
      return notMeasured(memory.reason ?? 'not run, or too slow to finish');
    return { result: memory.growthMb, reason: `second half of ${memory.calls} calls` };
  }
  const cell = cells.get(row.cell);
  const faulty = cell?.rounds.flatMap((round) => faultTexts('gateway', round.gateway?.faults ?? {})) ?? [];
  if (faulty.length > 0) return invalid([...new Set(faulty)].slice(0, 3).join('; '));
  const result = row.memory === 'idleMb' ? memory.idleMb : cell?.memoryPeakMb;
  if (!Number.isFinite(result)) return notMeasured('no gateway process, or its cell was not run');
  return { result, reason: cell?.notes.join('; ') ?? '' };
}

function verdictFor(row, result) {
  if (row.better === undefined) return 'no bar';
  const meets = (bar) => (row.better === 'higher' ? result >= bar : result <= bar);
  if (meets(row.goal)) return 'pass (goal)';
  return meets(row.floor) ? 'pass (floor)' : 'below';
}

function faultTexts(key, faults) {
  return Object.entries(faults).map(([fault, times]) => `${key}: ${fault} × ${times}`);
}

function invalid(reason) {
  return { result: null, verdict: 'invalid', reason };
}

function notMeasured(reason) {
  return { result: null, verdict: 'not measured', reason };
}
