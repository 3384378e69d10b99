import type { Finding, FindingState } from './finding.js';

const MARKS: Readonly<Record<FindingState, string>> = {
  ok: 'ok     ',
  skipped: '-      ',
  warning: 'WARNING',
  fault: 'FAULT  ',
};

/** For people: a line each, with the way out below. */
export function printFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, said, wayOut }) => [
    `${MARKS[state]}  ${check}: ${said}`,
    ...(wayOut === undefined ? [] : [`         → ${wayOut}`]),
  ]);
  return `${[...lines, '', summaryOf(findings)].join('\n')}\n`;
}

/** For programs. */
export function findingsAsJson(findings: readonly Finding[]): string {
  const entries = findings.map(({ check, state, said, wayOut }) => ({
    check,
    state,
    said,
    way_out: wayOut ?? null,
  }));
  return `${JSON.stringify({ object: 'examination', ok: !hasFault(findings), findings: entries }, null, 2)}\n`;
}

export function hasFault(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === 'fault');
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: FindingState): number => findings.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  if (faults + warnings === 0) return 'Nothing is wrong.';
  return `${faults} ${faults === 1 ? 'fault' : 'faults'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
}
