/** A content block, as it stands in a whole message. */
export type RecordedBlock = Record<string, unknown> & { readonly type: string };

export interface MessageAnswer {
  readonly id?: string;
  readonly model?: string;
  /** Text is one text block. */
  readonly content?: string | readonly RecordedBlock[];
  readonly stopReason?: string;
  readonly stopSequence?: string;
  /** Members replacing those of `MESSAGE_USAGE`. */
  readonly usage?: Record<string, unknown>;
  /** Members put beside `content`. */
  readonly extra?: Record<string, unknown>;
}

export const MESSAGE_USAGE = {
  input_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 5,
  service_tier: 'standard',
  inference_geo: 'not_available',
};

/** A `message` in the shape provider A sends. */
export function anthropicMessage(answer: MessageAnswer = {}): Buffer {
  return Buffer.from(JSON.stringify(wholeMessage(answer)));
}

/** The events of a streamed message, one buffer each, so that gates can be put between them. */
export function anthropicEvents(answer: MessageAnswer = {}): Buffer[] {
  const message = wholeMessage(answer);
  const { output_tokens: outputTokens, ...inputUsage } = message.usage;
  const opening = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...inputUsage, output_tokens: 1 },
  };
  const events = [anthropicEvent('message_start', { message: opening })];
  for (const [index, block] of message.content.entries()) {
    events.push(anthropicEvent('content_block_start', { index, content_block: emptyBlock(block) }));
    if (index === 0) events.push(anthropicEvent('ping'));
    for (const delta of deltasOf(block)) events.push(anthropicEvent('content_block_delta', { index, delta }));
    events.push(anthropicEvent('content_block_stop', { index }));
  }
  const delta = { stop_reason: message.stop_reason, stop_sequence: message.stop_sequence };
  events.push(anthropicEvent('message_delta', { delta, usage: { output_tokens: outputTokens } }));
  events.push(anthropicEvent('message_stop'));
  return events;
}

/** A whole streamed message: text pieces become deltas of one block, blocks stay blocks. */
export function anthropicStream(
  pieces: readonly (string | RecordedBlock)[],
  answer: MessageAnswer = {},
): Buffer {
  const content = pieces.map((piece) => (typeof piece === 'string' ? { type: 'text', text: piece } : piece));
  return Buffer.concat(anthropicEvents({ ...answer, content: joinTexts(content) }));
}

/** One event of A's grammar, for streams that a test writes by hand. */
export function anthropicEvent(type: string, fields: Record<string, unknown> = {}): Buffer {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

/** Provider A's error envelope. */
export function anthropicError(type = 'invalid_request_error', message = 'Recorded failure.'): Buffer {
  return Buffer.from(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_recorded' }));
}

interface WholeMessage {
  content: readonly RecordedBlock[];
  stop_reason: string;
  stop_sequence: string | null;
  usage: Record<string, unknown>;
}

function wholeMessage(answer: MessageAnswer): WholeMessage & Record<string, unknown> {
  const content = answer.content ?? 'Hello there.';
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const callsTools = blocks.some((block) => block.type === 'tool_use');
  return {
    id: answer.id ?? 'msg_recorded',
    type: 'message',
    role: 'assistant',
    model: answer.model ?? 'claude-sonnet-4-5',
    content: blocks,
    stop_reason: answer.stopReason ?? (callsTools ? 'tool_use' : 'end_turn'),
    stop_sequence: answer.stopSequence ?? null,
    usage: { ...MESSAGE_USAGE, ...answer.usage },
    ...answer.extra,
  };
}

/** Neighbouring texts are one block; `pieces` remembers how it is cut into deltas. */
function joinTexts(blocks: readonly RecordedBlock[]): RecordedBlock[] {
  const joined: RecordedBlock[] = [];
  for (const block of blocks) {
    const previous = joined.at(-1);
    const text = block['text'];
    if (block.type !== 'text' || previous?.type !== 'text') {
      joined.push(block.type === 'text' ? { ...block, [PIECES]: [text] } : block);
      continue;
    }
    const pieces = [...(previous as PiecedBlock)[PIECES], text];
    joined[joined.length - 1] = { ...previous, text: pieces.join(''), [PIECES]: pieces };
  }
  return joined;
}

const PIECES = Symbol('pieces');
type PiecedBlock = RecordedBlock & { [PIECES]: unknown[] };

function emptyBlock(block: RecordedBlock): RecordedBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltasOf(block: RecordedBlock): Record<string, unknown>[] {
  switch (block.type) {
    case 'text': {
      const pieces = PIECES in block ? (block as PiecedBlock)[PIECES] : [block['text']];
      return pieces.map((text) => ({ type: 'text_delta', text }));
    }
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: block['thinking'] },
        { type: 'signature_delta', signature: block['signature'] ?? 'c2lnbmF0dXJl' },
      ];
    case 'tool_use':
    case 'server_tool_use':
      return ['', JSON.stringify(block['input'])].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }));
    default:
      return [];
  }
}
