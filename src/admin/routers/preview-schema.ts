import { named, usd, type SchemaObject } from '../../http/openapi/openapi-shapes.js';
import { DECISION } from '../../routing/route.openapi.js';

const decision = structuredClone(DECISION) as unknown as SchemaObject & { properties: object };

/** The decision object, with what such a call may cost. */
export const previewSchema = named('RouterPreview', {
  ...decision,
  properties: {
    ...decision.properties,
    estimate_usd: {
      ...usd,
      description: 'What would be held while such a call runs; absent where no price is known.',
    },
  },
});
