import type { FakeProvider } from './fake-provider.js';
import { END, head, jsonAnswer, script } from './recordings/script.js';

/** One batch of provider B's on a scripted provider: what it says of itself and what its files hold is the test's to change. */
export class FakeOpenAiBatch {
  /** Members of the batch object. */
  shown: Record<string, unknown> = { status: 'in_progress' };
  /** Lines of each file by its id; a number is the status that it answers with. */
  readonly files = new Map<string, readonly string[] | number>();
  /** The requests as they came, in the order of the file. */
  requests: readonly { readonly custom_id: string; readonly body: Record<string, unknown> }[] = [];
  fileReads = 0;

  constructor(provider: FakeProvider) {
    const id = 'batch_b_1';
    provider.respond(
      ({ path }) => path.includes('/files/'),
      ({ path, method }) => {
        if (method === 'DELETE') return jsonAnswer({ deleted: true });
        this.fileReads += 1;
        const lines = this.files.get(/\/files\/([^/]+)\/content/.exec(path)?.[1] ?? '') ?? 404;
        if (typeof lines === 'number')
          return jsonAnswer({ error: { message: 'No such File.' } }, { status: lines });
        const text = lines.map((line) => `${line}\n`).join('');
        return script(head(200, { 'content-type': 'application/jsonl' }), text, END);
      },
    );
    provider.respond('/b/v1/files', ({ body }) => {
      this.requests = readLines(body.toString());
      return jsonAnswer({ id: 'file-in', object: 'file' });
    });
    provider.respond('/b/v1/batches', ({ method }) =>
      jsonAnswer(method === 'POST' ? { id, object: 'batch', ...this.shown } : { data: [], has_more: false }),
    );
    provider.respond(
      ({ path }) => path.includes(`/batches/${id}`),
      () => jsonAnswer({ id, object: 'batch', input_file_id: 'file-in', ...this.shown }),
    );
  }

  /** A line of an output file that answers the request at a place: 1,000 input and 100 output tokens. */
  answered(index: number, more: object = {}): string {
    return JSON.stringify({
      id: `batch_req_${index}`,
      custom_id: this.requests[index]?.custom_id,
      response: {
        status_code: 200,
        request_id: `req_${index}`,
        body: {
          id: `chatcmpl-${index}`,
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
        },
      },
      error: null,
      ...more,
    });
  }
}

function readLines(multipart: string): FakeOpenAiBatch['requests'] {
  return multipart
    .split('\n')
    .filter((line) => line.startsWith('{"custom_id"'))
    .map((line) => JSON.parse(line) as FakeOpenAiBatch['requests'][number]);
}
