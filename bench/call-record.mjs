/** A call as metering commits it: a chat that a router decided, at a quarter of a cent. @param newId of the built product */
export function callRecord(newId, { organizationId, projectId }) {
  const usage = {
    inputTokens: 800,
    outputTokens: 100,
    cacheReadTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    webSearchRequests: 0,
    servedFast: false,
    estimated: false,
  };
  const attempt = {
    model: 'vendorb/gpt-4o-mini',
    provider: 'provider_b',
    status: 200,
    usage,
    cost: 2_500_000_000n,
    billed: true,
  };
  return {
    id: newId('call'),
    createdAt: new Date(),
    organizationId,
    projectId,
    keyId: 'key_1',
    surface: 'chat',
    stream: false,
    status: 200,
    requestedModel: 'auto',
    decidedModel: attempt.model,
    servedModel: attempt.model,
    usage,
    cost: attempt.cost,
    reasons: ['The request is a conversation.'],
    attempts: [{ ...attempt, durationMs: 800, startMs: 1 }],
    timings: { gatewayMs: 1.5, upstreamMs: 800 },
    responseId: `chatcmpl-${newId('call')}`,
  };
}
