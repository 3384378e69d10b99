import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { Repeatable } from '../../../../../test/support/repeatable.js';
import { anEcho } from '../../../../../test/support/response-echo.js';
import { followResponse, readResponsesEvents } from '../../../../../test/support/responses-events.js';
import { chatToResponse } from './chat-to-response.js';
import { ChatToResponsesStream } from './chat-to-responses-stream.js';
import type { ResponseEcho } from '../response-echo.js';

const STREAMS = 100;
const FOLLOWED_BY_SDK = 40;
const TEXTS = [
  'Hello',
  ' ',
  'ö',
  '😀',
  '"quoted" \\ back',
  '\n\ndata: [DONE]\n\n',
  '\u2028',
  '\u0000',
  '{"a":1.0}',
  '\ud83d',
];
const FINISHES = ['stop', 'stop', 'tool_calls', 'length', 'content_filter'];
const HEAD = '"id":"c","object":"chat.completion.chunk","created":1,"model":"m"';
const USAGE = '{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"cost":0.10}';

interface Call {
  readonly id: string;
  readonly name: string;
  args: string;
}

interface Generated {
  readonly stream: string;
  /** The same answer whole. */
  readonly completion: string;
}

/** Makes the same answers each time. */
class Answers extends Repeatable {
  constructor() {
    super(20_261_129);
  }

  text(): string {
    return Array.from({ length: 1 + this.below(4) }, () => this.pick(TEXTS)).join('');
  }

  /** A text in pieces, some cut inside of a pair of surrogates. */
  pieces(text: string): string[] {
    const cut = this.below(text.length + 1);
    return [text.slice(0, cut), text.slice(cut)].filter((piece) => piece !== '');
  }

  private event(json: string): string {
    const end = this.pick(['\n', '\n', '\n', '\r\n']);
    const comment = this.below(10) === 0 ? `: ping${end}${end}` : '';
    // Line ends may stand where white space may.
    const data = this.below(10) === 0 ? json.replace(',"choices"', `${end}data: ,"choices"`) : json;
    return `${comment}data: ${data}${end}${end}`;
  }

  private chunk(delta: object, finish: string | null = null): string {
    const more = this.below(3) === 0 ? ',"obfuscation":"aB"' : '';
    return this.event(
      `{${HEAD},"choices":[{"index":0,"delta":${JSON.stringify(delta)},"logprobs":null,"finish_reason":${JSON.stringify(finish)}}]${more}}`,
    );
  }

  next(): Generated {
    const blocks = Array.from({ length: this.below(3) }, () => ({
      type: 'thinking',
      thinking: this.below(4) === 0 ? '' : this.text(),
      signature: 'sig',
    }));
    const content = this.below(4) === 0 ? '' : this.text();
    const refusal = this.below(8) === 0 ? this.text() : '';
    const calls = Array.from({ length: this.below(4) }, (_, index) => ({
      id: `call_${index}`,
      name: this.pick(['find', 'patch']),
      args: this.pick(['{}', '{"input":"a\\n\\"b\\" \\ud83d\\ude00"}', '{"q":1.0}', '{"input":"cut', '']),
    }));
    const finish = this.pick(FINISHES);
    const stream = [
      this.chunk({ role: 'assistant', content: '' }),
      ...blocks.flatMap((block) => [
        ...this.pieces(block.thinking).map((piece) => this.chunk({ reasoning_content: piece })),
        this.chunk({ thinking_blocks: [block] }),
      ]),
      ...this.pieces(content).map((piece) => this.chunk({ content: piece })),
      ...this.pieces(refusal).map((piece) => this.chunk({ refusal: piece })),
      ...this.callChunks(calls),
      this.chunk({}, finish),
      this.event(`{${HEAD},"choices":[],"usage":${USAGE}}`),
      this.below(5) === 0 ? '' : 'data: [DONE]\n\n',
    ];
    const message = {
      content,
      refusal,
      thinking_blocks: blocks,
      tool_calls: calls.map(({ id, name, args }) => ({ id, function: { name, arguments: args } })),
    };
    const completion = `{"choices":[{"message":${JSON.stringify(message)},"finish_reason":"${finish}"}],"usage":${USAGE}}`;
    return { stream: stream.join(''), completion };
  }

  /** One after the other, or in turns. */
  private callChunks(calls: readonly Call[]): string[] {
    const opened = calls.map(({ id, name }, index) =>
      this.chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    );
    const pieces = calls.map(({ args }, index) =>
      this.pieces(args).map((piece) =>
        this.chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    );
    if (this.below(2) === 0) return opened.flatMap((open, index) => [open, ...(pieces[index] ?? [])]);
    const turns = Array.from({ length: 2 }, (_, turn) => pieces.flatMap((mine) => mine[turn] ?? []));
    return [...opened, ...turns.flat()];
  }
}

function echo(): ResponseEcho {
  return anEcho({
    showEncrypted: true,
    toolNames: {
      lookup: (name) => ({ kind: name === 'patch' ? 'custom' : 'function', name, namespace: undefined }),
    },
  });
}

function streamed(pieces: readonly Buffer[]): Buffer {
  const stream = new ChatToResponsesStream(echo());
  const out = [...pieces.map((piece) => stream.push(piece)), stream.end()];
  return Buffer.concat(out.filter((piece) => piece !== undefined));
}

function cut(bytes: Buffer, size: () => number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + size());
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}

/** What OpenAI's own client makes of a stream. */
async function finalResponseOf(stream: Buffer): Promise<object> {
  const client = new OpenAI({
    apiKey: 'sk-none',
    baseURL: 'http://provider.test',
    fetch: () =>
      Promise.resolve(
        new Response(new Uint8Array(stream), { headers: { 'content-type': 'text/event-stream' } }),
      ),
  });
  return client.responses.stream({ model: 'm', input: 'hi' }).finalResponse();
}

describe('generated chat streams', () => {
  const answers = new Answers();
  const generated = Array.from({ length: STREAMS }, () => answers.next());

  it('become streams that the strictest client can follow, and say what the whole answer says', () => {
    for (const { stream, completion } of generated) {
      const response = followResponse(readResponsesEvents(streamed([Buffer.from(stream)])));
      const whole = JSON.parse(chatToResponse(Buffer.from(completion), echo()).shown.toString());
      expect(response, stream).toEqual(whole);
    }
  });

  it('become the same streams wherever the network cuts them', () => {
    for (const { stream } of generated) {
      const bytes = Buffer.from(stream);
      const whole = streamed([bytes]).toString();
      expect(streamed(cut(bytes, () => 1)).toString(), stream).toBe(whole);
      expect(streamed(cut(bytes, () => 1 + answers.below(300))).toString(), stream).toBe(whole);
    }
  });

  it("are understood by OpenAI's client", async () => {
    for (const { stream } of generated.slice(0, FOLLOWED_BY_SDK)) {
      const bytes = streamed([Buffer.from(stream)]);
      const { output, status } = followResponse(readResponsesEvents(bytes));
      const final = await finalResponseOf(bytes);
      expect(final, stream).toMatchObject({ status, output });
    }
  });
});
