import { batchSchema, portionSchema } from '../../batches/batches.openapi.js';
import { listOf, named, text, type SchemaObject } from '../../http/openapi/openapi-shapes.js';

const { id, providers, ...members } = batchSchema.properties;
const portions: SchemaObject = { ...providers, ...listOf(named('BatchPortion', portionSchema)) };

/** The status object of the batch endpoints, with whose it is. */
export const adminBatchSchema = named('Batch', {
  ...batchSchema,
  required: [...batchSchema.required, 'project_id', 'key_id'],
  properties: {
    id,
    project_id: text('prj_…'),
    key_id: text('key_…'),
    providers: portions,
    ...members,
  },
});
