import { ApiPropertyOptional } from '@nestjs/swagger';
import type { ListFormat } from '../csv/wants-csv.js';
import { MayBeAbsent } from '../dto/fields.js';
import { FormatField, TimeField } from '../dto/queries.dto.js';
import { IsGrouping } from './is-grouping.js';
import { GROUPING_RULE } from './usage-groups.js';
import { ZoneField } from './zone-field.js';

export class UsagePeriodQuery {
  @ZoneField()
  tz?: string;

  @TimeField('RFC 3339 time or date; 30 days before `to` when absent. A date is its first moment in `tz`.')
  from?: string;

  @TimeField('RFC 3339 time or date (its first moment in `tz`), exclusive; now when absent.')
  to?: string;
}

export class UsageQuery extends UsagePeriodQuery {
  @ApiPropertyOptional({
    type: String,
    default: 'day',
    description: `By ${GROUPING_RULE}, as \`hour,model\`. Days and hours are those of \`tz\`.`,
  })
  @MayBeAbsent()
  @IsGrouping()
  group_by: string = 'day';

  @FormatField()
  format?: ListFormat;
}
