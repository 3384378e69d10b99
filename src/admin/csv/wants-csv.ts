const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

export type ListFormat = 'json' | 'csv';

/** CSV where it is asked for by name: by `format`, or by an `Accept` that likes it better than JSON. */
export function wantsCsv(format: ListFormat | undefined, accept: string | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  return accept !== undefined && qualityOf(CSV, accept) > qualityOf(JSON_TYPE, accept);
}

/** 0 for a type that is not named: a wildcard says nothing of what is wanted. */
function qualityOf(type: string, accept: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';');
    if (name.trim().toLowerCase() !== type) continue;
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    return weight === undefined ? 1 : Number(weight);
  }
  return 0;
}
