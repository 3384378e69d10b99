import { readGenAiFacts } from './read-genai-facts.js';
import type { Attributes, Span } from './span-model.js';

/** An evaluation that a caller made of one answer, and told in a trace. */
export interface EvaluationEvent {
  readonly traceId: string;
  /** The span that carries it. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** The answer it is about, when the event or its span names one. */
  readonly responseId?: string;
  readonly name: string;
  readonly success: boolean;
  /** `name: label` or `name: score`. */
  readonly note: string;
}

const EVENT_NAME = 'gen_ai.evaluation.result';
const GOOD =
  /^(?:pass(?:ed)?|true|yes|ok|good|correct|success(?:ful)?|succeeded|positive|relevant|faithful|grounded|factual|accurate|helpful|safe|satisfied|complete|excellent|high|unbiased|non[-_ ]toxic)$/i;
const BAD =
  /^(?:fail(?:ed|ure)?|false|no|bad|incorrect|wrong|error|negative|irrelevant|not[-_ ]relevant|unfaithful|ungrounded|hallucinat(?:ed|ion)|inaccurate|unhelpful|unsafe|harmful|toxic|biased|unsatisfied|incomplete|poor|low)$/i;
/** Evaluations of something that should not be there: a high score is bad. */
const INVERSE_NAMES = /toxic|hallucinat|bias|harm|violen|profan|jailbreak|injection|leak|\bpii\b|error/i;
const PASS_SCORE = 0.5;
const MAX_NOTE_CHARS = 300;

/** The evaluation events of a span that say whether an answer was good; what they leave open judges nothing. */
export function readEvaluations(span: Span): EvaluationEvent[] {
  if (!span.events.some(({ name }) => name === EVENT_NAME)) return [];
  const ofSpan = readGenAiFacts(span.attributes).responseId;
  return span.events.flatMap(({ name: eventName, attributes }) => {
    if (eventName !== EVENT_NAME) return [];
    const name = textOf(attributes, 'gen_ai.evaluation.name') ?? 'evaluation';
    const success = readSuccess(name, attributes);
    if (success === undefined) return [];
    return [
      {
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        responseId: textOf(attributes, 'gen_ai.response.id') ?? ofSpan,
        name,
        success,
        note: `${name}: ${describe(attributes)}`.slice(0, MAX_NOTE_CHARS),
      },
    ];
  });
}

/** The label speaks first; a score from 0 to 1 is good from a half on, or up to it where less is better. */
function readSuccess(name: string, attributes: Attributes): boolean | undefined {
  // The evaluation itself failed.
  if (textOf(attributes, 'error.type') !== undefined) return undefined;
  const label = textOf(attributes, 'gen_ai.evaluation.score.label')?.trim() ?? '';
  if (GOOD.test(label)) return true;
  if (BAD.test(label)) return false;
  const score = attributes['gen_ai.evaluation.score.value'];
  if (typeof score !== 'number' || score < 0 || score > 1) return undefined;
  return INVERSE_NAMES.test(name) ? score <= PASS_SCORE : score >= PASS_SCORE;
}

function describe(attributes: Attributes): string {
  const label = textOf(attributes, 'gen_ai.evaluation.score.label');
  return label ?? JSON.stringify(attributes['gen_ai.evaluation.score.value']);
}

function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
