import { apiPath, fetchApi } from './call-api.js';

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  readonly stream: true;
}

/** A call of the project, streamed; its status and headers are there, its body is to be read. @throws ApiError, AbortError */
export function startChat(projectId: string, body: ChatBody, signal: AbortSignal): Promise<Response> {
  return fetchApi(apiPath`/projects/${projectId}/playground/chat/completions`, {
    method: 'POST',
    body,
    signal,
  });
}
