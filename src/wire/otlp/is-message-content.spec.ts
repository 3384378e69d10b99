import { describe, expect, it } from 'vitest';
import { isMessageContent, isMessageEvent } from './is-message-content.js';

describe('isMessageContent', () => {
  it.each([
    'gen_ai.input.messages',
    'gen_ai.output.messages',
    'gen_ai.system_instructions',
    'gen_ai.prompt',
    'gen_ai.prompt.0.content',
    'gen_ai.completion.1.content',
    'gen_ai.tool.call.arguments',
    'llm.prompts',
    'llm.input_messages.0.message.content',
    'input.value',
    'output.value',
    'ai.prompt.messages',
    'ai.response.text',
    'traceloop.entity.input',
    'retrieval.documents.0.document.content',
  ])('knows %s', (name) => {
    expect(isMessageContent(name)).toBe(true);
  });

  it.each([
    'gen_ai.output.type',
    'gen_ai.prompt.name',
    'gen_ai.request.model',
    'gen_ai.usage.input_tokens',
    'gen_ai.tool.name',
    'llm.prompt_tokens',
    'ai.response.model',
    'http.route',
    'input',
  ])('leaves %s', (name) => {
    expect(isMessageContent(name)).toBe(false);
  });

  it.each([
    ['gen_ai.user.message', true],
    ['gen_ai.choice', true],
    ['gen_ai.content.prompt', true],
    ['gen_ai.evaluation.result', false],
    ['exception', false],
  ])('of the event %s: %j', (name, expected) => {
    expect(isMessageEvent(name)).toBe(expected);
  });
});
