import { describe, expect, it } from 'vitest';
import { composeAnswer } from './compose-answer.js';
import { countTokens } from './count-tokens.js';
import type { SimulatedPrompt } from './simulated-prompt.js';

function aPrompt(changes: Partial<SimulatedPrompt> = {}): SimulatedPrompt {
  return {
    model: 'any',
    instructions: '',
    lastUserText: 'What is the weather in Oslo?',
    attachmentCount: 0,
    toolResults: [],
    tools: [],
    toolChoice: { kind: 'auto' },
    parallelToolCalls: true,
    format: { kind: 'text' },
    stopSequences: [],
    maxOutputTokens: undefined,
    reasoningTokens: 0,
    ...changes,
  };
}

const weather = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const clock = { name: 'get_time', description: 'Current hour', parameters: { type: 'object' } };

describe('composeAnswer', () => {
  it('gives the same answer to the same prompt and says that it is simulated', () => {
    expect(composeAnswer(aPrompt())).toEqual(composeAnswer(aPrompt()));
    expect(composeAnswer(aPrompt()).text).toMatch(/^\[simulated\]/);
  });

  it('calls the tool that fits the question', () => {
    const answer = composeAnswer(aPrompt({ tools: [clock, weather] }));
    expect(answer.toolCalls).toEqual([{ name: 'get_weather', argumentsJson: '{"city":"Oslo"}' }]);
    expect(answer.finish).toBe('tool_calls');
  });

  it.each([
    ['none forbids calls', { toolChoice: { kind: 'none' } as const }, 0],
    ['a result is answered in words', { toolResults: ['12 degrees'] }, 0],
    [
      'a call can be required again after a result',
      { toolResults: ['x'], toolChoice: { kind: 'required' } as const },
      1,
    ],
    ['a named tool is called', { toolChoice: { kind: 'named', name: 'get_time' } as const }, 1],
  ])('%s', (_name, changes, calls) => {
    expect(composeAnswer(aPrompt({ tools: [clock, weather], ...changes })).toolCalls).toHaveLength(calls);
  });

  it('calls two equally fitting tools only when parallel calls are allowed', () => {
    const tools = [weather, { ...weather, name: 'weather_alerts' }];
    expect(composeAnswer(aPrompt({ tools })).toolCalls).toHaveLength(2);
    expect(composeAnswer(aPrompt({ tools, parallelToolCalls: false })).toolCalls).toHaveLength(1);
  });

  it('keeps to the output limit', () => {
    const answer = composeAnswer(aPrompt({ maxOutputTokens: 5 }));
    expect(answer.finish).toBe('length');
    expect(answer.outputTokens).toBe(5);
    expect(countTokens(answer.text)).toBe(5);
  });

  it('leaves no text when the reasoning alone fills the limit', () => {
    const answer = composeAnswer(aPrompt({ maxOutputTokens: 20, reasoningTokens: 48 }));
    expect(answer).toMatchObject({ text: '', finish: 'length', reasoningTokens: 20, outputTokens: 20 });
  });

  it('ends before the earliest stop sequence', () => {
    const answer = composeAnswer(aPrompt({ stopSequences: ['simulator', 'asked'] }));
    expect(answer).toMatchObject({
      text: '[simulated] You ',
      finish: 'stop_sequence',
      stopSequence: 'asked',
    });
  });

  it('answers in JSON when JSON was asked for', () => {
    expect(JSON.parse(composeAnswer(aPrompt({ format: { kind: 'json' } })).text)).toMatchObject({
      simulated: true,
    });
  });
});
