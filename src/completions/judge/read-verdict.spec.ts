import { describe, expect, it } from 'vitest';
import { readVerdict } from './read-verdict.js';

const MARK = 'mark7';
const GOOD = { mark: MARK, reason: 'Right label.', success: true };

describe('readVerdict', () => {
  it('reads exactly the object that was asked for', () => {
    expect(readVerdict(` ${JSON.stringify(GOOD)}\n`, MARK)).toEqual({
      success: true,
      reason: 'Right label.',
    });
    expect(readVerdict(JSON.stringify({ ...GOOD, success: false }), MARK)?.success).toBe(false);
  });

  it('cuts a long reason', () => {
    expect(readVerdict(JSON.stringify({ ...GOOD, reason: 'x'.repeat(9_000) }), MARK)?.reason).toHaveLength(
      300,
    );
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['prose', 'The answer is a success.'],
    ['HTML', '<html><body>Bad gateway</body></html>'],
    ['a fenced object', `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
    ['words around the object', `Verdict: ${JSON.stringify(GOOD)}`],
    ['two objects', JSON.stringify(GOOD) + JSON.stringify(GOOD)],
    ['a list', JSON.stringify([GOOD])],
    ['null', 'null'],
    ['another mark', JSON.stringify({ ...GOOD, mark: 'mark8' })],
    ['no mark', JSON.stringify({ reason: '', success: true })],
    ['a verdict in words', JSON.stringify({ ...GOOD, success: 'true' })],
    ['a verdict as a number', JSON.stringify({ ...GOOD, success: 1 })],
    ['no reason', JSON.stringify({ mark: MARK, success: true })],
    ['another member', JSON.stringify({ ...GOOD, score: 9 })],
  ])('takes %s for no verdict', (_title, reply) => {
    expect(readVerdict(reply, MARK)).toBeUndefined();
  });
});
