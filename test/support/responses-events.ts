export interface ResponsesPart {
  readonly type: string;
  text: string;
  refusal: string;
  readonly annotations: unknown[];
}

/** An item of `output`; which of the members it has, its type says. */
export interface ResponsesItem {
  readonly type: string;
  readonly id: string;
  readonly status: string;
  readonly role: string;
  readonly content: ResponsesPart[];
  readonly summary: ResponsesPart[];
  readonly encrypted_content: string | undefined;
  readonly call_id: string;
  readonly name: string;
  readonly namespace: string | undefined;
  arguments: string;
  input: string;
}

export interface ResponsesObject {
  readonly id: string;
  readonly status: string;
  readonly output: readonly ResponsesItem[];
  readonly usage: unknown;
  readonly error: unknown;
  readonly incomplete_details: unknown;
}

/** One event of a Responses stream, as a client reads it; which of the members it has, its type says. */
export interface ResponsesEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly response: ResponsesObject;
  readonly output_index: number;
  readonly content_index: number;
  readonly summary_index: number;
  readonly annotation_index: number;
  readonly item_id: string;
  readonly item: ResponsesItem;
  readonly part: ResponsesPart;
  readonly delta: string;
  readonly text: string;
  readonly refusal: string;
  readonly arguments: string;
  readonly input: string;
  readonly annotation: unknown;
}

/** Every event type that OpenAI's stream has and our own streams use: SDKs throw on others. */
const TYPES = new Set([
  'error',
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.delta',
  'response.output_text.done',
  'response.output_text.annotation.added',
  'response.refusal.delta',
  'response.refusal.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.custom_tool_call_input.delta',
  'response.custom_tool_call_input.done',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.delta',
  'response.reasoning_summary_text.done',
  'response.completed',
  'response.incomplete',
  'response.failed',
]);
const LAST = ['response.completed', 'response.incomplete', 'response.failed'];

/** The events of a stream; comments are left out. @throws Error for an event that is not one name and one line of JSON */
export function readResponsesEvents(stream: Buffer | string): ResponsesEvent[] {
  const blocks = stream.toString().split('\n\n');
  if (blocks.pop() !== '') throw new Error('the stream does not end with a blank line');
  return blocks
    .filter((block) => !block.startsWith(':'))
    .map((block) => {
      const match = /^event: (\S+)\ndata: ([^\n]*)$/.exec(block);
      if (match === null) throw new Error(`no event: ${block}`);
      const event = JSON.parse(match[2] ?? '') as ResponsesEvent;
      if (event.type !== match[1]) throw new Error(`${match[1]} is named ${event.type}`);
      return event;
    });
}

/** Follows a stream as the strictest of clients does, and answers its last response. @throws Error at the first thing that is amiss */
export function followResponse(events: readonly ResponsesEvent[]): ResponsesObject {
  const output: ResponsesItem[] = [];
  const open = new Set<number>();
  let last: ResponsesEvent | undefined;
  const check = (holds: boolean, event: ResponsesEvent, what: string): void => {
    if (!holds) throw new Error(`${what}: ${JSON.stringify(event)}`);
  };
  const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
  for (const [number, event] of events.entries()) {
    check(event.sequence_number === number, event, 'number');
    check(TYPES.has(event.type), event, 'unknown type');
    check(last === undefined, event, 'after the last');
    if (number < 2) {
      check(event.type === ['response.created', 'response.in_progress'][number], event, 'beginning');
      check(same(event.response.output, []) && event.response.usage === null, event, 'not empty');
      continue;
    }
    if (LAST.includes(event.type)) {
      last = event;
      check(event.type === `response.${event.response.status}`, event, 'status');
      if (event.type === 'response.failed') check(same(event.response.output, []), event, 'half an answer');
      else {
        check(open.size === 0, event, 'open items');
        check(same(event.response.output, output), event, 'output differs from its items');
      }
      continue;
    }
    if (event.type === 'error') continue;
    const index = event.output_index;
    if (event.type === 'response.output_item.added') {
      check(index === output.length, event, 'index');
      check(event.item.status === 'in_progress', event, 'status');
      output.push(structuredClone(event.item));
      open.add(index);
      continue;
    }
    const item = output[index];
    check(item !== undefined && open.has(index), event, 'item is not open');
    if (item === undefined) continue;
    if (event.type === 'response.output_item.done') {
      check(event.item.status !== 'in_progress', event, 'status');
      check(sameItem(event.item, item), event, 'item differs');
      output[index] = event.item;
      open.delete(index);
      continue;
    }
    check(event.item_id === item.id, event, 'item_id');
    follow(event, item, check);
  }
  if (last === undefined) throw new Error('no last event');
  return last.response;
}

/** `encrypted_content` is told when the item is done. */
function sameItem(done: ResponsesItem, item: ResponsesItem): boolean {
  const told = (value: ResponsesItem): string =>
    JSON.stringify({ ...value, status: undefined, encrypted_content: undefined });
  return told(done) === told(item);
}

function follow(
  event: ResponsesEvent,
  item: ResponsesItem,
  check: (holds: boolean, event: ResponsesEvent, what: string) => void,
): void {
  const part = partAt(item.content, event.content_index);
  const summary = partAt(item.summary, event.summary_index);
  switch (event.type) {
    case 'response.content_part.added':
      check(event.content_index === item.content.length, event, 'content_index');
      item.content.push(structuredClone(event.part));
      break;
    case 'response.output_text.delta':
      check(event.delta !== '' && part.type === 'output_text', event, 'delta');
      part.text += event.delta;
      break;
    case 'response.output_text.annotation.added':
      check(event.annotation_index === part.annotations.length, event, 'annotation_index');
      part.annotations.push(event.annotation);
      break;
    case 'response.output_text.done':
      check(event.text === part.text, event, 'text differs');
      break;
    case 'response.refusal.delta':
      check(part.type === 'refusal', event, 'delta');
      part.refusal += event.delta;
      break;
    case 'response.refusal.done':
      check(event.refusal === part.refusal, event, 'refusal differs');
      break;
    case 'response.content_part.done':
      check(JSON.stringify(event.part) === JSON.stringify(part), event, 'part differs');
      break;
    case 'response.function_call_arguments.delta':
      item.arguments += event.delta;
      break;
    case 'response.function_call_arguments.done':
      check(event.arguments === item.arguments, event, 'arguments differ');
      break;
    case 'response.custom_tool_call_input.delta':
      item.input += event.delta;
      break;
    case 'response.custom_tool_call_input.done':
      check(event.input === item.input, event, 'input differs');
      break;
    case 'response.reasoning_summary_part.added':
      check(event.summary_index === item.summary.length, event, 'summary_index');
      item.summary.push(structuredClone(event.part));
      break;
    case 'response.reasoning_summary_text.delta':
      summary.text += event.delta;
      break;
    case 'response.reasoning_summary_text.done':
      check(event.text === summary.text, event, 'summary differs');
      break;
    case 'response.reasoning_summary_part.done':
      check(JSON.stringify(event.part) === JSON.stringify(summary), event, 'part differs');
      break;
    default:
      check(false, event, 'unexpected');
  }
}

/** One that holds nothing where there is none: nothing is equal to what it says. */
function partAt(parts: readonly ResponsesPart[] | undefined, index: number): ResponsesPart {
  return parts?.[index] ?? { type: 'none', text: '?', refusal: '?', annotations: [] };
}
