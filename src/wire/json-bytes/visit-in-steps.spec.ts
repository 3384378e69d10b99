import { describe, expect, it } from 'vitest';
import { atOnce } from '../../lib/steps.js';
import { scanTopLevel } from './scan-top-level.js';
import { visitInSteps, type Visitor } from './visit-in-steps.js';

/** Notes every value; goes into what is named `in` and into every item of a list. */
function noting(notes: string[], path: string): Visitor {
  let item = 0;
  const nameOf = (bytes: Buffer, keyStart: number, keyEnd: number): string =>
    keyStart === keyEnd ? `[${item}]` : bytes.toString('utf8', keyStart + 1, keyEnd - 1);
  return {
    enter(bytes, _start, keyStart, keyEnd) {
      const name = nameOf(bytes, keyStart, keyEnd);
      return name === 'in' || name.startsWith('[') ? noting(notes, `${path}${name}.`) : undefined;
    },
    leave(bytes, start, end, keyStart, keyEnd) {
      notes.push(`${path}${nameOf(bytes, keyStart, keyEnd)}=${bytes.toString('utf8', start, end)}`);
      item += 1;
    },
  };
}

function visit(value: string): string[] {
  const scan = scanTopLevel(Buffer.from(`{"root":${value}}`));
  const notes: string[] = [];
  const start = scan.find('root')?.valueStart ?? 0;
  atOnce(visitInSteps(scan.bytes, start, scan.hopper(), noting(notes, '')));
  return notes;
}

describe('visitInSteps', () => {
  it.each<[string, string[]]>([
    ['"text"', []],
    ['{}', []],
    [' [ ] ', []],
    ['{"a":1,"b":"x\\"}"}', ['a=1', 'b="x\\"}"']],
    ['{ "a" : [ 1, {"b":"]"} ] , "c":null }', ['a=[ 1, {"b":"]"} ]', 'c=null']],
    ['{"in":{"in":{},"a":true},"b":2}', ['in.in={}', 'in.a=true', 'in={"in":{},"a":true}', 'b=2']],
    ['[1,[2,[]],{"a":3}]', ['[0]=1', '[1].[0]=2', '[1].[1]=[]', '[1]=[2,[]]', '[2].a=3', '[2]={"a":3}']],
    ['[[],[]]', ['[0]=[]', '[1]=[]']],
  ])('sees what stands in %s', (value, notes) => {
    expect(visit(value)).toEqual(notes);
  });

  it('sees the same in a large document, whose long texts are leapt over', () => {
    const long = 'x\\n'.repeat(50_000);
    const items = Array.from({ length: 3_000 }, (_, index) => `{"n":${index},"t":"${long.slice(0, 600)}"}`);
    const notes = visit(`[${items.join(',')},"${long}",[${'[],'.repeat(200_000)}0]]`);
    expect(notes.filter((note) => note.startsWith('[2999].n='))).toEqual(['[2999].n=2999']);
    expect(notes.at(-1)?.length).toBeGreaterThan(600_000);
    expect(notes.at(-1)?.startsWith('[3001]=[[],')).toBe(true);
  });

  it('pauses inside one value that nobody looks into', () => {
    const scan = scanTopLevel(Buffer.from(`{"root":{"a":[${'{},'.repeat(100_000)}0],"b":1}}`));
    const seen: number[] = [];
    const steps = visitInSteps(scan.bytes, scan.find('root')?.valueStart ?? 0, scan.hopper(), {
      leave: (_bytes, start, end) => seen.push(end - start),
    });
    let pauses = 0;
    while (steps.next().done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(3);
    expect(seen).toEqual([300_003, 1]);
  });
});
