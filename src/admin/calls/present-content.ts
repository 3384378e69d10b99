import type { ReadContent } from '../../contents/call-contents.service.js';
import { count, flag, named, oneOfWords, shape, text, time } from '../../http/openapi/openapi-shapes.js';

export const contentSchema = named(
  'CallContent',
  shape({
    object: oneOfWords('call.content'),
    call_id: text('call_…'),
    request: { ...text(), description: 'What the caller sent: JSON, unless it was cut.' },
    response: {
      ...text(),
      description:
        'What the caller got: JSON, unless it was cut. Of a stream the whole answer that its events make.',
    },
    request_bytes: { ...count, description: 'As it was sent.' },
    response_bytes: { ...count, description: 'As it was sent.' },
    request_cut: { ...flag, description: 'There was more than is kept.' },
    response_cut: flag,
    created_at: time,
    expires_at: time,
  }),
);

export function presentContent(callId: string, content: ReadContent) {
  return {
    object: 'call.content',
    call_id: callId,
    request: content.request,
    response: content.response,
    request_bytes: content.requestBytes,
    response_bytes: content.responseBytes,
    request_cut: content.requestCut,
    response_cut: content.responseCut,
    created_at: content.createdAt.toISOString(),
    expires_at: content.expiresAt.toISOString(),
  };
}
