import { describe, expect, it } from 'vitest';
import { Repeatable } from '../../../test/support/repeatable.js';
import { scanTopLevel } from './scan-top-level.js';
import { skipValue } from './skip-value.js';

const TEXTS = [
  '',
  'a',
  '"',
  '\\',
  '\\\\"',
  'é漢🙂',
  'x'.repeat(300),
  '\\"'.repeat(400),
  `${'y'.repeat(255)}"`,
];

/** A pseudo-random value; the same for the same seed. */
function valueOf(chance: Repeatable, depth: number): unknown {
  const kind = chance.below(depth > 0 ? 8 : 6);
  if (kind < 3) return TEXTS[chance.below(TEXTS.length)];
  if (kind === 3) return chance.below(1_000_000) - 500_000;
  if (kind === 4) return [true, false, null, -0.5e-7][chance.below(4)];
  const items = Array.from({ length: chance.below(5) }, () => valueOf(chance, depth - 1));
  if (kind === 5 || kind === 6) return items;
  return Object.fromEntries(items.map((item, index) => [`${TEXTS[index]}${index}`, item]));
}

describe('hopping over values of a scanned document', () => {
  it('ends where a strict reading ends, whatever the values are', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const chance = new Repeatable(seed);
      const members = Object.fromEntries(
        Array.from({ length: 1 + chance.below(6) }, (_, index) => [`m${index}`, valueOf(chance, 4)]),
      );
      const bytes = Buffer.from(JSON.stringify(members, null, chance.below(3)));
      const scan = scanTopLevel(bytes);
      const hop = scan.hopper();
      for (const { valueStart, valueEnd } of scan.members) {
        // Some are not asked for: a walk may leave values out.
        if (chance.below(4) === 0) continue;
        expect(hop.value(bytes, valueStart)).toBe(valueEnd);
        expect(skipValue(bytes, valueStart, 100)).toBe(valueEnd);
      }
    }
  });

  it('finds each text, long or short, when a walk goes into containers', () => {
    const texts = TEXTS.flatMap((text) => [text, `${text}${'z'.repeat(500)}`]);
    const bytes = Buffer.from(JSON.stringify({ input: texts }));
    const hop = scanTopLevel(bytes).hopper();
    let position = bytes.indexOf('[') + 1;
    for (const text of texts) {
      const end = hop.string(bytes, position);
      expect(JSON.parse(bytes.toString('utf8', position, end))).toBe(text);
      position = end + 1;
    }
  });
});
