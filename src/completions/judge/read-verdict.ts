/** What the judge model said. */
export interface ModelVerdict {
  readonly success: boolean;
  readonly reason: string;
}

const MAX_REASON = 300;
const MEMBERS = ['mark', 'reason', 'success'];

/**
 * The verdict in the judge's reply, or `undefined`: the whole reply must be one JSON object of exactly the three members, with the
 * mark of this very question. Nothing is looked for inside a longer text, where it could be the judged text that speaks.
 */
export function readVerdict(reply: string, mark: string): ModelVerdict | undefined {
  const value = parse(reply);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  const { success, reason } = members;
  if (Object.keys(members).sort().join() !== MEMBERS.join()) return undefined;
  if (members['mark'] !== mark || typeof success !== 'boolean' || typeof reason !== 'string')
    return undefined;
  return { success, reason: reason.slice(0, MAX_REASON) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
