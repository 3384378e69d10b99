import { FakeProvider } from '../../test/support/fake-provider.ts';
import {
  anthropicError,
  anthropicEvents,
  anthropicMessage,
} from '../../test/support/recordings/anthropic-answers.ts';
import {
  chatCompletion,
  chatEvents,
  embeddings,
  openAiError,
} from '../../test/support/recordings/openai-answers.ts';
import {
  messageItem,
  responseAnswer,
  responseEvents,
} from '../../test/support/recordings/responses-answers.ts';
import {
  DESTROY,
  END,
  gate,
  HANG,
  head,
  htmlAnswer,
  jsonAnswer,
  script,
  streamAnswer,
} from '../../test/support/recordings/script.ts';

const WORDS = ['one ', 'two ', 'three ', 'four ', 'five ', 'six ', 'seven ', 'end'];
const TRICKLE = 3;
const STREAM_HEAD = head(200, { 'content-type': 'text/event-stream' });
const MARK = /chaos-(\d+)/;

/**
 * A provider whose accounts fail as its schedule says. Each answer has a text and a number of tokens of its own, so that one which is
 * mixed of two, or billed as another, is seen.
 */
export class FailingProvider {
  constructor({ name, provider, schedule, paceMs, waitMs, silentMs }) {
    Object.assign(this, { name, provider, schedule, paceMs, waitMs, silentMs });
    /** Every request of a call, in order: what became of it, as this side knows. */
    this.asked = [];
    /** When nobody could connect. */
    this.absences = [];
    for (const [path, kind] of PATHS) provider.respond(path, (request) => this.answer(request, kind));
  }

  static async start(options) {
    return new FailingProvider({ ...options, provider: await FakeProvider.start() });
  }

  get url() {
    return this.provider.url;
  }

  /** Refuses connections until it comes back. */
  goAway() {
    this.provider.goAway();
    this.absences.push({ from: performance.now(), until: Number.POSITIVE_INFINITY });
  }

  async comeBack() {
    await this.provider.comeBack();
    this.absences.at(-1).until = performance.now();
  }

  isAway() {
    return this.absences.at(-1)?.until === Number.POSITIVE_INFINITY;
  }

  /** Whether one account could be reached and answered everything from `start` to `end`. */
  livedThrough(start, end) {
    const isAbsent = this.absences.some(({ from, until }) => from <= end && start <= until);
    return !isAbsent && this.schedule.livedThrough(start, end);
  }

  answer(request, kind) {
    const account = accountOf(request);
    const body = request.json();
    const call = Number(MARK.exec(JSON.stringify(body))?.[1]);
    const serial = this.asked.length;
    const fault = this.schedule.faultOf(account);
    const usage = { input: 100 + (call % 900), output: 5 + (serial % 90) };
    const asked = { call, serial, provider: this.name, account, model: body.model, kind, fault, usage };
    this.asked.push(asked);
    asked.receivedAt = request.receivedAtMs;
    asked.request = request;
    const answer = ANSWERS[kind]({ body, usage, text: this.textOf(asked) });
    return this.play(asked, answer, body.stream === true);
  }

  textOf({ call, serial }) {
    return `${call}.${this.name}${serial} ${WORDS.join('')}`;
  }

  /** What goes out: the answer at the model's pace, or what the fault makes of it. */
  play(asked, { events, whole, error }, isStream) {
    const { fault } = asked;
    asked.isWhole = fault === undefined || fault.kind === 'trickle';
    switch (fault?.kind) {
      case 'reset':
        return script(DESTROY);
      case 'status':
        return this.refuse(asked, error);
      case 'silence':
        return isStream ? script(HANG) : script(after(this.silentMs), DESTROY);
      case 'garbage':
        return this.garble(asked, whole, isStream);
      case 'cut':
        return isStream
          ? this.cutStream(fault.after, events())
          : script(head(200, JSON_HEAD(whole())), whole().subarray(0, whole().length >> 1), DESTROY);
      default:
        return this.whole({ events, whole }, isStream, fault === undefined ? 1 : TRICKLE);
    }
  }

  whole({ events, whole }, isStream, times) {
    if (!isStream) return script(after(this.paceMs * times), ...jsonAnswer(whole()).steps);
    return streamAnswer(...events().flatMap((event) => [after(this.paceMs * times), event]));
  }

  refuse({ fault, account }, error) {
    const { status, html, waits, deadly } = fault;
    if (html === true) return htmlAnswer('<html><h1>Bad gateway</h1></html>', status);
    if (deadly === true) this.schedule.tells(account, Number.POSITIVE_INFINITY);
    if (waits === true) this.schedule.tells(account, this.waitMs);
    const headers = waits === true ? { 'retry-after': String(this.waitMs / 1_000) } : {};
    return jsonAnswer(error(), { status, headers });
  }

  /** Before anything that a caller sees, or behind it. */
  cutStream(place, events) {
    if (place === 'head') return script(STREAM_HEAD, DESTROY);
    const steps = events.slice(0, events.length >> 1).flatMap((event) => [after(this.paceMs), event]);
    return script(STREAM_HEAD, ...steps, DESTROY);
  }

  garble({ serial }, whole, isStream) {
    if (isStream)
      return serial % 2 === 0 ? streamAnswer('data: {"id":\n\n') : htmlAnswer('<html>Hi</html>', 200);
    if (serial % 2 === 0) return htmlAnswer('<html>Hello</html>', 200);
    const bytes = whole();
    return script(
      head(200, { 'content-type': 'application/json' }),
      bytes.subarray(0, bytes.length - 9),
      END,
    );
  }
}

const JSON_HEAD = (bytes) => ({ 'content-type': 'application/json', 'content-length': bytes.length });
const PATHS = [
  ['/chat/completions', 'chat'],
  ['/responses', 'responses'],
  ['/messages', 'messages'],
  ['/embeddings', 'embeddings'],
];

const ANSWERS = {
  chat: ({ body: { model }, usage: { input, output }, text }) => {
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
    return {
      events: () => chatEvents(text.split(/(?<= )/), { model, usage }),
      whole: () => chatCompletion({ model, usage, content: text }),
      error: openAiError,
    };
  },
  responses: ({ body: { model }, usage: { input, output }, text }) => {
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    const half = text.indexOf('four');
    const output_ = [messageItem(text.slice(0, half), 'msg_01'), messageItem(text.slice(half), 'msg_02')];
    return {
      events: () => responseEvents({ model, usage, output: output_ }),
      whole: () => responseAnswer({ model, usage, output: output_ }),
      error: openAiError,
    };
  },
  messages: ({ body: { model }, usage: { input, output }, text }) => {
    const usage = { input_tokens: input, output_tokens: output };
    const content = text.split(/(?<= )/).map((piece) => ({ type: 'text', text: piece }));
    return {
      events: () => anthropicEvents({ model, usage, content }),
      whole: () => anthropicMessage({ model, usage, content }),
      error: () => anthropicError('api_error'),
    };
  },
  embeddings: ({ body: { model }, usage: { input } }) => ({
    events: () => [],
    whole: () => embeddings(undefined, { model, tokens: input }),
    error: openAiError,
  }),
};

function accountOf({ headers }) {
  const key = headers['x-api-key'] ?? headers.authorization ?? '';
  return key.slice(key.lastIndexOf('-') + 1);
}

/** A point where the provider takes its time. */
function after(ms) {
  const held = gate();
  if (ms === 0) held.open();
  else setTimeout(held.open, ms);
  return held;
}
