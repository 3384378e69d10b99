import { IncludeField, ShortListQuery } from '../dto/queries.dto.js';

/** A decision says all by its path; a body, where one is sent, is an empty object. */
export class DecideRecommendation {}

export class RecommendationsQuery extends ShortListQuery {
  @IncludeField('models')
  include?: string;
}
