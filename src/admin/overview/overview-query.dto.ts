import { TimeField } from '../dto/queries.dto.js';

export class OverviewQuery {
  @TimeField('RFC 3339 time or date; two days before `to` when absent.')
  from?: string;

  @TimeField('RFC 3339 time or date, exclusive; now when absent.')
  to?: string;
}
