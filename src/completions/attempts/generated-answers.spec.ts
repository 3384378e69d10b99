import { describe, expect, it } from 'vitest';
import { Repeatable } from '../../../test/support/repeatable.js';
import { mayNeedRetry, readAnswerFacts } from './answer-facts.js';
import { editMembers, joinBytes } from '../../wire/json-bytes/edit-members.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { spliceUsageCost } from '../../wire/json-bytes/splice-usage-cost.js';

const DOCUMENTS = 1_000;
const NAMES = [
  'usage',
  'cost',
  'choices',
  'finish_reason',
  'model',
  '',
  '__proto__',
  '1',
  'größe',
  '\\',
  '"',
  'x'.repeat(33),
];
const WORDS = [
  'stop',
  'length',
  'content_filter',
  'tool_calls',
  'cost"',
  '',
  'é😀',
  '\n"\\',
  'x'.repeat(300),
  '\u0000',
];
const SCALARS = [
  '0',
  '-0',
  '1.5e3',
  '1E40',
  '123456789012345678901234567890',
  'true',
  'false',
  'null',
  '{}',
  '[ ]',
];
const SPACES = ['', '', '', ' ', '\n', '\t\r '];

/** Makes the same documents each time. */
class Documents extends Repeatable {
  constructor() {
    super(20_261_128);
  }

  /** Some characters written as escapes. */
  text(value: string): string {
    const units =
      JSON.stringify(value)
        .slice(1, -1)
        .match(/\\u....|\\.|[^]/gu) ?? [];
    const write = (unit: string): string =>
      unit.length === 1 && this.below(8) === 0
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        : unit;
    return `"${units.map(write).join('')}"`;
  }

  value(depth: number): string {
    const kind = this.below(depth > 0 ? 4 : 2);
    if (kind === 0) return this.pick(SCALARS);
    if (kind === 1) return this.text(this.pick(WORDS));
    return kind === 2 ? this.list('[]', () => this.value(depth - 1)) : this.object(depth - 1);
  }

  object(depth: number): string {
    return this.list('{}', () => this.member(this.pick(NAMES), this.value(depth)));
  }

  member(name: string, value: string): string {
    return `${this.text(name)}${this.pick(SPACES)}:${this.pick(SPACES)}${value}`;
  }

  list(brackets: string, item: () => string): string {
    const items = Array.from({ length: this.below(5) }, () => this.pick(SPACES) + item() + this.pick(SPACES));
    return `${brackets[0] ?? ''}${items.length === 0 ? this.pick(SPACES) : items.join(',')}${brackets[1] ?? ''}`;
  }

  /** Members may repeat. */
  answer(): string {
    return this.list('{}', () => {
      const kind = this.below(3);
      if (kind === 0) return this.member('usage', this.object(1));
      if (kind === 1) return this.member(this.pick(NAMES), this.value(3));
      const choice = (): string =>
        this.list('{}', () => this.member(this.below(2) === 0 ? 'finish_reason' : 'message', this.value(1)));
      return this.member('choices', this.list('[]', choice));
    });
  }
}

const membersOf = (bytes: Buffer): Map<string, unknown> =>
  new Map(Object.entries(JSON.parse(bytes.toString()) as object));

describe('generated answers', () => {
  const documents = new Documents();
  const texts = Array.from({ length: DOCUMENTS }, () => documents.answer());
  const scanned = texts.map((text) => scanTopLevel(Buffer.from(text), { repeatedKeys: 'keep' }));

  it('are scanned as JSON.parse reads them', () => {
    for (const scan of scanned) {
      const names = [...new Set(scan.members.map(({ name }) => name))];
      const found = names.map((name) => {
        const member = scan.find(name);
        return [name, JSON.parse(scan.bytes.toString('utf8', member?.valueStart, member?.valueEnd))] as const;
      });
      expect(new Map(found), scan.bytes.toString()).toEqual(membersOf(scan.bytes));
    }
  });

  it('have the member that is set, and the others as they were', () => {
    for (const scan of scanned) {
      const [name, json] = [documents.pick(NAMES), documents.value(1)];
      const edited = joinBytes(editMembers(scan, [{ set: name, json }]));
      expect(membersOf(edited), scan.bytes.toString()).toEqual(
        membersOf(scan.bytes).set(name, JSON.parse(json)),
      );
    }
  });

  it('have the cost where the general edit puts it, byte for byte', () => {
    let spliced = 0;
    for (const scan of scanned) {
      if (scan.find('usage')?.kind !== 'object') continue;
      const edited = joinBytes(editMembers(scan, [{ setIn: ['usage', 'cost'], json: '0.25' }]));
      expect(spliceUsageCost(scan.bytes, { cost: '0.25' }).toString()).toBe(edited.toString());
      spliced += 1;
    }
    expect(spliced).toBeGreaterThan(DOCUMENTS / 10);
  });

  it('are read again when an answer ended in a way that is asked again', () => {
    let telling = 0;
    for (const scan of scanned) {
      const { finishReason } = readAnswerFacts(scan);
      if (finishReason !== 'length' && finishReason !== 'content_filter') continue;
      expect(mayNeedRetry(scan), scan.bytes.toString()).toBe(true);
      telling += 1;
    }
    expect(telling).toBeGreaterThan(0);
  });
});
