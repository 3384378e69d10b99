import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { RawNumber } from '../exact-json/raw-json.js';
import { readReasoningControl } from './read-reasoning-control.js';

describe('readReasoningControl', () => {
  it.each([
    [{}, { kind: 'absent' }],
    [{ reasoning_effort: null, reasoning: null, thinking: null }, { kind: 'absent' }],
    [{ reasoning: {} }, { kind: 'absent' }],
    [{ reasoning: { exclude: true } }, { kind: 'absent' }],
    [{ chat_template_kwargs: { other: 1 } }, { kind: 'absent' }],
    [{ reasoning_effort: 'none' }, { kind: 'off' }],
    [{ reasoning_effort: 'minimal' }, { kind: 'off' }],
    [{ reasoning_effort: 'xhigh' }, { kind: 'graded', effort: 'xhigh' }],
    [{ reasoning: { effort: 'none' } }, { kind: 'off' }],
    [{ reasoning: { effort: 'low' } }, { kind: 'graded', effort: 'low' }],
    [{ reasoning: { enabled: false, effort: 'high' } }, { kind: 'off' }],
    [{ reasoning: { enabled: true } }, { kind: 'on' }],
    [{ reasoning: { max_tokens: 2_000 } }, { kind: 'budget', maxTokens: 2_000 }],
    [{ reasoning: { max_tokens: 0 } }, { kind: 'off' }],
    [{ thinking: { type: 'disabled' } }, { kind: 'off' }],
    [{ thinking: { type: 'between_tools' } }, { kind: 'off' }],
    [{ thinking: { type: 'adaptive' } }, { kind: 'on' }],
    [
      { thinking: { type: 'enabled', budget_tokens: new RawNumber('2e3') } },
      { kind: 'budget', maxTokens: 2_000 },
    ],
    [{ chat_template_kwargs: { enable_thinking: false } }, { kind: 'off' }],
    [{ chat_template_kwargs: { enable_thinking: true } }, { kind: 'on' }],
    [{ enable_thinking: false }, { kind: 'off' }],
    [{ thinking: { type: 'disabled' }, reasoning_effort: 'high' }, { kind: 'off' }],
    [
      { reasoning: { exclude: true }, reasoning_effort: 'high' },
      { kind: 'graded', effort: 'high' },
    ],
  ])('reads %j as %j', (body, expected) => {
    expect(readReasoningControl(body)).toEqual(expected);
  });

  it.each([
    [{ reasoning_effort: 3 }, 'reasoning_effort'],
    [{ reasoning_effort: '' }, 'reasoning_effort'],
    [{ reasoning: 'high' }, 'reasoning'],
    [{ reasoning: { effort: 1 } }, 'reasoning.effort'],
    [{ reasoning: { enabled: 'no' } }, 'reasoning.enabled'],
    [{ reasoning: { max_tokens: -1 } }, 'reasoning.max_tokens'],
    [{ thinking: false }, 'thinking'],
    [{ thinking: { budget_tokens: 5 } }, 'thinking.type'],
    [{ thinking: { type: 'enabled', budget_tokens: 'x' } }, 'thinking.budget_tokens'],
    [{ chat_template_kwargs: [] }, 'chat_template_kwargs'],
    [{ chat_template_kwargs: { enable_thinking: 'false' } }, 'chat_template_kwargs.enable_thinking'],
    [{ enable_thinking: 0 }, 'enable_thinking'],
    [{ reasoning_effort: 'low', enable_thinking: 0 }, 'enable_thinking'],
  ])('refuses %j and names %s', (body, param) => {
    const read = (): unknown => readReasoningControl(body);
    expect(read).toThrow(InvalidRequestError);
    expect(read).toThrow(expect.objectContaining({ param }));
  });
});
