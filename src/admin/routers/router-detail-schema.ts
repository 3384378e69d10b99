import { named, pageOf, shape } from '../../http/openapi/openapi-shapes.js';
import { modelSchema, routerMembers, routerVersionSchema } from '../dto/response-schemas.js';
import { recommendationsSchema } from '../recommendations/recommendation-schema.js';

/** A router with what was asked for beside it. */
export const routerDetailSchema = named(
  'RouterDetail',
  shape(routerMembers, {
    versions: pageOf(routerVersionSchema),
    recommendations: recommendationsSchema,
    models: pageOf(modelSchema),
  }),
);
