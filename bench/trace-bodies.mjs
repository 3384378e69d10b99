import { randomBytes } from 'node:crypto';

const SPANS_A_TRACE = 8;
const NO_TRACE = 'T'.repeat(32);
const NO_SPAN = 'S'.repeat(16);

/** OTLP/JSON bodies that differ in their ids alone, which are written into a copy of one body: the sender must cost little. */
export class TraceBodies {
  #template;
  #traceOffsets;
  #spanOffsets;

  constructor(spans) {
    this.#template = Buffer.from(JSON.stringify(requestOf(spans)));
    this.#traceOffsets = offsetsOf(this.#template, NO_TRACE);
    this.#spanOffsets = offsetsOf(this.#template, `"spanId":"${NO_SPAN}`).map((offset) => offset + 10);
    this.bytesPerSpan = this.#template.length / spans;
  }

  next() {
    const body = Buffer.from(this.#template);
    const count = this.#spanOffsets.length;
    const ids = randomBytes(8 * count + 16 * Math.ceil(count / SPANS_A_TRACE)).toString('hex');
    for (let index = 0; index < count; index += 1) {
      const trace = 16 * count + 32 * Math.floor(index / SPANS_A_TRACE);
      body.latin1Write(ids.slice(trace, trace + 32), this.#traceOffsets[index]);
      body.latin1Write(ids.slice(16 * index, 16 * index + 16), this.#spanOffsets[index]);
    }
    return body;
  }
}

function offsetsOf(body, text) {
  const offsets = [];
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1)) offsets.push(at);
  return offsets;
}

const text = (key, value) => ({ key, value: { stringValue: value } });
const whole = (key, value) => ({ key, value: { intValue: value } });

function requestOf(count) {
  const resource = [text('service.name', 'bench'), text('host.name', 'host-1'), whole('process.pid', 4_711)];
  const spans = Array.from({ length: count }, (_, index) => spanOf(index));
  return {
    resourceSpans: [
      {
        resource: { attributes: resource },
        scopeSpans: [{ scope: { name: 'bench', version: '1.0.0' }, spans }],
      },
    ],
  };
}

/** One in four is a model call; the others are what an agent does between. */
function spanOf(index) {
  const startMs = BigInt(Date.now() - 5_000 + (index % SPANS_A_TRACE));
  const isModelCall = index % 4 === 1;
  return {
    traceId: NO_TRACE,
    spanId: NO_SPAN,
    parentSpanId: index % SPANS_A_TRACE === 0 ? '' : '00f067aa0ba902b7',
    flags: 257,
    name: isModelCall ? 'chat gpt-4o' : `step ${index % 10}`,
    kind: isModelCall ? 3 : 1,
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 40n}000000`,
    attributes: isModelCall
      ? [
          text('gen_ai.operation.name', 'chat'),
          text('gen_ai.provider.name', 'openai'),
          text('gen_ai.request.model', 'gpt-4o'),
          text('gen_ai.response.model', 'gpt-4o-2024-08-06'),
          whole('gen_ai.usage.input_tokens', 812),
          whole('gen_ai.usage.output_tokens', 64),
          text('server.address', 'api.example.com'),
        ]
      : [
          text('code.function', 'handle_order'),
          text('http.request.method', 'POST'),
          text('url.path', '/orders/17/refund'),
          whole('http.response.status_code', 200),
          whole('thread.id', 12),
        ],
    droppedAttributesCount: 0,
    events: [],
    droppedEventsCount: 0,
    status: { code: 0 },
    links: [],
    droppedLinksCount: 0,
  };
}
