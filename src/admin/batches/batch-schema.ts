import { batchSchema } from '../../batches/batches.openapi.js';
import { text, type SchemaObject } from '../../http/envelopes/openapi-shapes.js';

const { id, ...members } = batchSchema.properties;

/** The status object of the batch endpoints, with whose it is. */
export const adminBatchSchema: SchemaObject = {
  ...batchSchema,
  properties: { id, project_id: text('prj_…'), key_id: text('key_…'), ...members },
};
