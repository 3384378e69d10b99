/** Streams and answers of provider B's own Responses API, as it writes them. */

const ECHO =
  '"object":"response","created_at":1730000000,"model":"gpt-x","parallel_tool_calls":true,"previous_response_id":null,"store":false,"temperature":1.0,"tools":[],"metadata":{}';

export const NATIVE_USAGE =
  '{"input_tokens":100,"input_tokens_details":{"cached_tokens":60,"cache_write_tokens":30},"output_tokens":20,"output_tokens_details":{"reasoning_tokens":5},"total_tokens":120}';

export const NATIVE_ITEMS = {
  reasoning:
    '{"id":"rs_1","type":"reasoning","encrypted_content":"gAAAA","summary":[{"type":"summary_text","text":"Hm"}]}',
  search:
    '{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}}',
  openPage:
    '{"id":"ws_2","type":"web_search_call","status":"completed","action":{"type":"open_page","url":"https://a.example"}}',
  message:
    '{"id":"msg_1","type":"message","status":"completed","content":[{"type":"output_text","annotations":[],"logprobs":[],"text":"Hell\\u00f6"}],"role":"assistant"}',
  call: '{"id":"fc_1","type":"function_call","status":"completed","arguments":"{\\"n\\":1.0}","call_id":"call_1","name":"find"}',
};

export interface NativeOptions {
  readonly status?: string;
  readonly usage?: string;
  /** Members that come before the others. */
  readonly more?: string;
}

/** A response object of provider B. */
export function nativeResponse(
  items: readonly string[],
  {
    status = 'completed',
    usage = NATIVE_USAGE,
    more = '"error":null,"incomplete_details":null',
  }: NativeOptions = {},
): string {
  return `{"id":"resp_b1",${ECHO},"status":"${status}",${more},"output":[${items.join(',')}],"usage":${usage}}`;
}

/** Numbers and names the events, given as the members behind their number. */
export function nativeStream(events: readonly (readonly [type: string, members: string])[]): string {
  return events.map(([type, members], index) => nativeEvent(type, index, members)).join('');
}

export function nativeEvent(type: string, index: number, members: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":${index},${members}}\n\n`;
}

/** The events of a response that begins, without its last one. */
export function nativeBeginning(): [string, string][] {
  const begun = `"response":${nativeResponse([], { status: 'in_progress', usage: 'null' })}`;
  return [
    ['response.created', begun],
    ['response.in_progress', begun],
  ];
}

/** The events of an item: it begins as the first text, ends as the second, and tells of deltas between. */
export function nativeItem(
  index: number,
  begun: string,
  inner: readonly (readonly [type: string, members: string])[],
  done: string,
): [string, string][] {
  const place = `"item_id":"${(JSON.parse(done) as { id: string }).id}","output_index":${index}`;
  return [
    ['response.output_item.added', `"output_index":${index},"item":${begun}`],
    ...inner.map(([type, members]): [string, string] => [type, `${place}${members}`]),
    ['response.output_item.done', `"output_index":${index},"item":${done}`],
  ];
}
