/** How errors of a route look: provider B's shape, provider A's, or the management API's (which is B's). */
export type Envelope = 'openai' | 'anthropic';

/** Where exporters send traces, and the signals that are not taken. */
const OTLP_PATH = /^\/api\/v1\/(?:traces|metrics|logs)(?:[/?]|$)/;
const PROTOBUF = /^\s*application\/(?:x-)?protobuf\b/i;

/** Whether a request speaks OTLP in protobuf: then its errors are protobuf too (OTLP/HTTP, "Failures"). */
export function speaksProtobuf(path: string, contentType: string | undefined): boolean {
  return OTLP_PATH.test(path) && PROTOBUF.test(contentType ?? '');
}

const ANTHROPIC_PATHS = [/^\/api\/v1\/messages(?:[/?]|$)/, /^\/api\/v1\/models(?:[/?]|$)/];

/** The envelope of a path: decided here for every answer, so that a 404 or a 401 wears the dress of its surface too. */
export function envelopeOf(path: string): Envelope {
  return ANTHROPIC_PATHS.some((pattern) => pattern.test(path)) ? 'anthropic' : 'openai';
}

/** Where models are called, one call a request: what these answer carries a call id. */
const CALL_PATHS: ReadonlySet<string> = new Set([
  '/api/v1/route/chat/completions',
  '/api/v1/route/responses',
  '/api/v1/route/embeddings',
  '/api/v1/openai/chat/completions',
  '/api/v1/openai/responses',
  '/api/v1/openai/embeddings',
  '/api/v1/messages',
  '/api/v1/messages/count_tokens',
  '/api/v1/admin/projects/:id/playground/chat/completions',
]);

export function isCallPath(path: string): boolean {
  return CALL_PATHS.has(path);
}
