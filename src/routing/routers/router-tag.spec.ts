import { describe, expect, it } from 'vitest';
import { routerTag } from './router-tag.js';
import { RouterEntity } from './router.entity.js';

const aRouter = (fields: Partial<RouterEntity> = {}) =>
  Object.assign(new RouterEntity(), {
    id: 'rtr_1',
    name: 'Mine',
    auto: false,
    threshold: 0.5,
    recordThreshold: null,
    big: 'a/b',
    medium: null,
    small: null,
    updatedAt: new Date(1_000),
    ...fields,
  });

describe('the tag of a router', () => {
  it('is quoted, and the same for the same state', () => {
    expect(routerTag(aRouter())).toMatch(/^"[\w-]{22}"$/);
    expect(routerTag(aRouter())).toBe(routerTag(aRouter()));
  });

  it.each<Partial<RouterEntity>>([
    { name: 'Yours' },
    { auto: true },
    { threshold: 0.6 },
    { recordThreshold: { value: 0.4 } as RouterEntity['recordThreshold'] },
    { big: null, medium: 'a/b' },
    { id: 'rtr_2' },
    { updatedAt: new Date(1_001) },
  ])('is another one with %j', (change) => {
    expect(routerTag(aRouter(change))).not.toBe(routerTag(aRouter()));
  });
});
