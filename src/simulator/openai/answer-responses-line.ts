import { isRecord, toRecord, toText, type JsonRecord } from '../json-value.js';
import { invalidRequest } from '../http/simulated-fault.js';
import { stableHash } from '../stable-hash.js';

/** Answers a chat body; throws SimulatedFault for one that the chat endpoint would refuse. */
export type AnswerChat = (body: JsonRecord) => JsonRecord;

/**
 * A `/v1/responses` line of a batch, as far as it is a chat in other words: texts, functions and their results, JSON schemas.
 * @throws SimulatedFault 400 or 404 as provider B would answer.
 */
export function answerResponsesLine(body: JsonRecord, answerChat: AnswerChat): JsonRecord {
  if (body.store !== false) throw invalidRequest("Batches of this account must send 'store' false.", 'store');
  const chat = answerChat(toChatBody(body));
  const id = stableHash(JSON.stringify(body)).slice(0, 24);
  const choice = toRecord((chat.choices as unknown[])[0]);
  const isCut = choice.finish_reason === 'length';
  return {
    id: `resp_simulated_${id}`,
    object: 'response',
    created_at: chat.created,
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    instructions: body.instructions ?? null,
    model: chat.model,
    output: outputOf(toRecord(choice.message), id),
    parallel_tool_calls: true,
    store: false,
    usage: usageOf(toRecord(chat.usage)),
    metadata: body.metadata ?? {},
  };
}

function toChatBody(body: JsonRecord): JsonRecord {
  const format = toRecord(toRecord(body.text).format);
  const { type, ...schema } = format;
  const effort = toRecord(body.reasoning).effort;
  return {
    model: body.model,
    messages: [
      ...(typeof body.instructions === 'string' ? [{ role: 'system', content: body.instructions }] : []),
      ...messagesOf(body.input),
    ],
    ...(body.max_output_tokens !== undefined && { max_completion_tokens: body.max_output_tokens }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(type === 'json_schema' && { response_format: { type, json_schema: schema } }),
    ...(Array.isArray(body.tools) && { tools: body.tools.map(toRecord).map(toChatTool) }),
  };
}

function messagesOf(input: unknown): JsonRecord[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  if (!Array.isArray(input)) throw invalidRequest("Missing required parameter: 'input'.", 'input');
  return input.map(toRecord).map((item) => {
    if (item.type === 'function_call_output')
      return { role: 'tool', tool_call_id: item.call_id, content: toText(item.output) };
    if (item.type === 'function_call')
      return {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: item.call_id, type: 'function', function: { name: item.name, arguments: item.arguments } },
        ],
      };
    return { role: item.role, content: textOf(item.content) };
  });
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return toText(content);
  return content
    .filter(isRecord)
    .map(({ text }) => toText(text))
    .join('');
}

function toChatTool({ type, ...rest }: JsonRecord): JsonRecord {
  return { type, function: rest };
}

function outputOf(message: JsonRecord, id: string): JsonRecord[] {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(toRecord) : [];
  const text = toText(message.content);
  const items = calls.map((call, index) => {
    const { name, arguments: written } = toRecord(call.function);
    const item = { id: `fc_${id}${index}`, type: 'function_call', call_id: call.id, name };
    return { ...item, arguments: written, status: 'completed' };
  });
  if (text === '') return items;
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  return [{ id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content }, ...items];
}

function usageOf(usage: JsonRecord): JsonRecord {
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage;
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: toRecord(input).cached_tokens ?? 0 },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: toRecord(output).reasoning_tokens ?? 0 },
    total_tokens: usage.total_tokens,
  };
}
