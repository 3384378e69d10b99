/** A response object in the shape provider B sends, and its stream. */
export interface ResponseAnswer {
  readonly id?: string;
  readonly model?: string;
  /** Items of `output`; a message with "Hello there." when absent. */
  readonly output?: readonly Record<string, unknown>[];
  readonly status?: string;
  readonly incompleteReason?: string;
  readonly error?: { readonly code: string; readonly message: string };
  /** `null` says that nothing was counted. */
  readonly usage?: Record<string, unknown> | null;
}

export const RESPONSES_USAGE = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

const CREATED = 1_760_000_000;

/** What B sends of a response, with defaults filled in as it does. */
export function responseObject(answer: ResponseAnswer = {}): Record<string, unknown> {
  const { status = 'completed', incompleteReason, error = null } = answer;
  return {
    id: answer.id ?? 'resp_0recorded',
    object: 'response',
    created_at: CREATED,
    status,
    background: false,
    error,
    incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
    instructions: null,
    max_output_tokens: null,
    model: answer.model ?? 'gpt-4o-mini-2024-07-18',
    output: answer.output ?? [messageItem('Hello there.')],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1.0,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_p: 1.0,
    truncation: 'disabled',
    usage: answer.usage === undefined ? RESPONSES_USAGE : answer.usage,
    user: null,
    metadata: {},
  };
}

export function responseAnswer(answer: ResponseAnswer = {}): Buffer {
  return Buffer.from(JSON.stringify(responseObject(answer)));
}

export function messageItem(text: string, id = 'msg_0recorded'): Record<string, unknown> {
  return {
    id,
    type: 'message',
    status: 'completed',
    content: [{ type: 'output_text', annotations: [], logprobs: [], text }],
    role: 'assistant',
  };
}

export function reasoningItem(encrypted: string, id = 'rs_0recorded'): Record<string, unknown> {
  return { id, type: 'reasoning', encrypted_content: encrypted, summary: [] };
}

/** Reasoning with a summary that a caller may read. */
export function thoughtItem(text: string, encrypted: string, id = 'rs_0recorded'): Record<string, unknown> {
  return { ...reasoningItem(encrypted, id), summary: [{ type: 'summary_text', text }] };
}

export function callItem(
  name: string,
  args: string,
  { id = 'fc_0recorded', callId = 'call_0recorded' } = {},
): Record<string, unknown> {
  return { id, type: 'function_call', status: 'completed', arguments: args, call_id: callId, name };
}

export function searchItem(action: Record<string, unknown>, id = 'ws_0recorded'): Record<string, unknown> {
  return { id, type: 'web_search_call', status: 'completed', action };
}

/** The events of a streamed response, one buffer each, so that gates can be put between them. */
export function responseEvents(answer: ResponseAnswer = {}): Buffer[] {
  const whole = responseObject(answer);
  const begun = {
    ...whole,
    status: 'in_progress',
    output: [],
    usage: null,
    error: null,
    incomplete_details: null,
  };
  let number = 0;
  const event = (type: string, members: Record<string, unknown>): Buffer => {
    const data = { type, sequence_number: number, ...members };
    number += 1;
    return Buffer.from(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const events = [
    event('response.created', { response: begun }),
    event('response.in_progress', { response: begun }),
  ];
  for (const [index, item] of (whole['output'] as Record<string, unknown>[]).entries())
    for (const [type, members] of stepsOf(item))
      events.push(event(type, { ...members, output_index: index }));
  events.push(event(`response.${String(whole['status'])}`, { response: whole }));
  return events;
}

export function responseStream(answer: ResponseAnswer = {}): Buffer {
  return Buffer.concat(responseEvents(answer));
}

type Step = readonly [type: string, members: Record<string, unknown>];

function stepsOf(item: Record<string, unknown>): Step[] {
  const done: Step = ['response.output_item.done', { item }];
  const added = (members: Record<string, unknown>): Step => [
    'response.output_item.added',
    { item: { ...item, ...members } },
  ];
  const { id, type } = item;
  if (type === 'message') {
    const part = (item['content'] as { text: string }[])[0] ?? { text: '' };
    const place = { item_id: id, content_index: 0 };
    const half = Math.ceil(part.text.length / 2);
    return [
      added({ status: 'in_progress', content: [] }),
      ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
      ...[part.text.slice(0, half), part.text.slice(half)]
        .filter((delta) => delta !== '')
        .map((delta): Step => [
          'response.output_text.delta',
          { ...place, delta, logprobs: [], obfuscation: 'x7' },
        ]),
      ['response.output_text.done', { ...place, text: part.text, logprobs: [] }],
      ['response.content_part.done', { ...place, part }],
      done,
    ];
  }
  if (type === 'function_call') {
    const args = String(item['arguments']);
    return [
      added({ status: 'in_progress', arguments: '' }),
      ['response.function_call_arguments.delta', { item_id: id, delta: args }],
      ['response.function_call_arguments.done', { item_id: id, arguments: args }],
      done,
    ];
  }
  if (type === 'web_search_call')
    return [
      added({ status: 'in_progress' }),
      ...['in_progress', 'searching', 'completed'].map((state): Step => [
        `response.web_search_call.${state}`,
        { item_id: id },
      ]),
      done,
    ];
  const summary = item['summary'] as { text: string }[] | undefined;
  return [
    added({ encrypted_content: undefined, ...(summary !== undefined && { summary: [] }) }),
    ...(summary ?? []).flatMap((part, index) => summarySteps({ item_id: id, summary_index: index }, part)),
    done,
  ];
}

function summarySteps(place: Record<string, unknown>, part: { readonly text: string }): Step[] {
  const event = (name: string, members: Record<string, unknown>): Step => [
    `response.reasoning_summary_${name}`,
    { ...place, ...members },
  ];
  return [
    event('part.added', { part: { ...part, text: '' } }),
    event('text.delta', { delta: part.text }),
    event('text.done', { text: part.text }),
    event('part.done', { part }),
  ];
}
