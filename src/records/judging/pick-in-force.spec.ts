import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../lib/durations.js';
import { leftLately, NO_PICK, settlePick } from './pick-in-force.js';
import { pickModel } from './pick-model.js';

const NOW = Date.parse('2026-11-28T10:00:00Z');
const allowed = (): boolean => true;

describe('settlePick', () => {
  it('changes nothing when the pick stays', () => {
    const inForce = { model: 'small', left: { big: NOW - 1 } };
    expect(settlePick({ inForce, picked: 'small', nowMs: NOW, allowed })).toBe(inForce);
  });

  it('remembers for an hour which model was left', () => {
    const inForce = settlePick({
      inForce: { model: 'small', left: {} },
      picked: 'big',
      nowMs: NOW,
      allowed,
    });
    expect(inForce).toEqual({ model: 'big', left: { small: NOW } });
    expect([...leftLately(inForce, NOW + HOUR_MS - 1)]).toEqual(['small']);
    expect([...leftLately(inForce, NOW + HOUR_MS)]).toEqual([]);
  });

  it('does not hold it against a model that policy took away', () => {
    const inForce = { model: 'small', left: {} };
    expect(settlePick({ inForce, picked: 'big', nowMs: NOW, allowed: (model) => model !== 'small' })).toEqual(
      {
        model: 'big',
        left: {},
      },
    );
  });

  it('forgets what was left long ago, and the model that is back', () => {
    const inForce = { model: 'small', left: { big: NOW - 1, old: NOW - HOUR_MS } };
    expect(settlePick({ inForce, picked: 'big', nowMs: NOW, allowed })).toEqual({
      model: 'big',
      left: { small: NOW },
    });
  });

  it('lets no model flap within an hour while its rate swings around the limit', () => {
    const prices: Record<string, bigint> = { small: 1n, big: 9n };
    let inForce = NO_PICK;
    const picks: (string | undefined)[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      const succeeded = minute % 2 === 0 ? 97 : 95;
      const nowMs = NOW + minute * 60_000;
      const pick = pickModel({
        records: [
          { model: 'small', judged: 100, succeeded },
          { model: 'big', judged: 100, succeeded: 100 },
        ],
        incumbent: inForce.model,
        leftLately: leftLately(inForce, nowMs),
        allowed,
        price: (model) => prices[model],
      });
      inForce = settlePick({ inForce, picked: pick?.record.model, nowMs, allowed });
      picks.push(inForce.model);
    }
    expect(picks[0]).toBe('small');
    expect(new Set(picks.slice(1))).toEqual(new Set(['big']));
  });
});
