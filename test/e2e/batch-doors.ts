import type { Tenant } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { BatchClient, type BatchAnswer } from './batch-client.js';
import { put, UploadClient } from './upload-client.js';

/** A way in by which a batch can be submitted. */
export type BatchDoor = (caller: Pick<Tenant, 'apiKey'>, body: object) => Promise<BatchAnswer>;

/** All of them, by their names. @param service asked for at each submission: tables of tests are made before it runs */
export function batchDoors(service: () => TestApplication): [string, BatchDoor][] {
  const client = ({ apiKey }: Pick<Tenant, 'apiKey'>): BatchClient => new BatchClient(service().url, apiKey);
  return [
    ['the batch endpoint', (caller, body) => client(caller).submit(body)],
    ['the facade', (caller, body) => client(caller).send('POST', '/api/v1/messages/batches', body)],
    [
      'the batch gateway',
      ({ apiKey }, body) => new BatchClient(service().batchGatewayUrl ?? '', apiKey).submit(body),
    ],
    [
      'an upload',
      async (caller, body) => {
        const upload = await new UploadClient(service().url, caller.apiKey).create();
        await put(upload.upload_url, JSON.stringify(body));
        return client(caller).submit({ input_object: upload.object });
      },
    ],
  ];
}
