import { describe, expect, it } from 'vitest';
import { findCallOf, type EvaluatedCall, type Evaluation } from './find-call-of.js';

const TRACE = 'a'.repeat(32);
const call = (id: string, more: Partial<EvaluatedCall> = {}): EvaluatedCall => ({
  id,
  organizationId: 'org_1',
  groupId: 'grp_1',
  model: 'small',
  taskAt: new Date(0),
  traceId: TRACE,
  responseId: undefined,
  parentSpanId: undefined,
  ...more,
});
const find = (evaluation: Partial<Evaluation>, calls: readonly EvaluatedCall[]): string | undefined =>
  findCallOf({ traceId: TRACE, spanId: 's1', success: true, note: '', ...evaluation }, calls)?.id;

describe('findCallOf', () => {
  const inS1 = call('call_1', { parentSpanId: 's1' });
  const inS0 = call('call_0', { parentSpanId: 's0' });
  const elsewhere = call('call_9', { traceId: 'b'.repeat(32) });
  const answered = call('call_8', { traceId: undefined, responseId: 'chatcmpl-7' });
  const sameId = call('call_7', { responseId: 'chatcmpl-7' });
  const translated = call('call_6', { responseId: 'chatcmpl-msg_1' });

  it.each<[string, Partial<Evaluation>, readonly EvaluatedCall[], string | undefined]>([
    ['the call that is named, in whichever trace', { responseId: 'call_9' }, [inS1, elsewhere], 'call_9'],
    ['the call made in the same span', { responseId: 'chatcmpl-7' }, [inS0, inS1], 'call_1'],
    ['the call made in the span above', { spanId: 's2', parentSpanId: 's0' }, [inS0, inS1], 'call_0'],
    ['the only call of the trace', { spanId: 's5' }, [inS1, elsewhere], 'call_1'],
    ['none of two calls of the trace', { spanId: 's5' }, [inS0, inS1], undefined],
    ['none of two calls in one span', {}, [inS1, call('call_2', { parentSpanId: 's1' })], undefined],
    ['none for a call of ours that is not known', { responseId: 'call_x', spanId: 's5' }, [inS1], undefined],
    ['the call whose answer is named', { responseId: 'chatcmpl-7' }, [inS1, answered], 'call_8'],
    ["the translated answer by provider A's id", { responseId: 'msg_1' }, [inS1, translated], 'call_6'],
    [
      'of two answers of one id that of the trace',
      { responseId: 'chatcmpl-7' },
      [answered, sameId],
      'call_7',
    ],
    [
      'none of two answers of one id elsewhere',
      { responseId: 'chatcmpl-7' },
      [inS1, answered, answered],
      undefined,
    ],
    ['none for the answer of another call', { responseId: 'chatcmpl-9' }, [sameId], undefined],
    [
      'the call in the span by whatever id',
      { responseId: 'run-1' },
      [{ ...inS1, responseId: 'chatcmpl-9' }],
      'call_1',
    ],
    ['none where there is none', {}, [elsewhere], undefined],
  ])('takes %s', (_title, evaluation, calls, expected) => {
    expect(find(evaluation, calls)).toBe(expected);
  });
});
