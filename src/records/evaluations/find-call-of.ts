import { formsOfResponseId } from '../../wire/response-id.js';

/** A caller's measurement of one answer, and what it says about which. */
export interface Evaluation {
  /** A call's id, or the id of its answer. */
  readonly responseId?: string;
  readonly traceId: string;
  /** The span that carries the evaluation, and the one above it. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly success: boolean;
  readonly note: string;
}

/** A call that can be judged. */
export interface EvaluatedCall {
  readonly id: string;
  readonly organizationId: string;
  readonly groupId: string;
  readonly model: string;
  readonly taskAt: Date;
  readonly traceId: string | undefined;
  /** The `id` of its answer. */
  readonly responseId: string | undefined;
  /** The caller's span that it was made in. */
  readonly parentSpanId: string | undefined;
}

/**
 * Which call an evaluation is about: the one whose id it names; else the one whose answer's id it names, and when several have
 * that id, the one of them that is meant by what follows; else the one that was made in the span that carries it, or in the span
 * above; else the only one of its trace. `undefined`: it does not say.
 */
export function findCallOf(
  { responseId, traceId, spanId, parentSpanId }: Evaluation,
  calls: readonly EvaluatedCall[],
): EvaluatedCall | undefined {
  const named = calls.find(({ id }) => id === responseId);
  if (named !== undefined) return named;
  const forms = responseId === undefined ? [] : formsOfResponseId(responseId);
  const answered = calls.filter((call) => call.responseId !== undefined && forms.includes(call.responseId));
  if (answered.length === 1) return answered[0];
  const ofTrace = (answered.length > 1 ? answered : calls).filter((call) => call.traceId === traceId);
  for (const span of [spanId, parentSpanId]) {
    if (span === undefined) continue;
    const inSpan = ofTrace.filter((call) => call.parentSpanId === span);
    if (inSpan.length > 0) return only(inSpan);
  }
  // A call that is named and unknown is another one than the trace's, and so is one whose answer has another id.
  if (responseId?.startsWith('call_') === true) return undefined;
  const meant = only(ofTrace);
  const isAnother = answered.length === 0 && responseId !== undefined && meant?.responseId !== undefined;
  return isAnother ? undefined : meant;
}

function only(calls: readonly EvaluatedCall[]): EvaluatedCall | undefined {
  return calls.length === 1 ? calls[0] : undefined;
}
