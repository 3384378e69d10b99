import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsString, ValidateNested } from 'class-validator';
import { MayBeAbsent, TextField } from '../dto/fields.js';
import { MODEL_MAX, RouterTiersFields, ThresholdField } from './router-requests.dto.js';

/** A router as it would be saved. */
export class RouterDraft {
  @ApiProperty({ type: RouterTiersFields, description: 'At least one tier must have a model.' })
  @IsObject()
  @ValidateNested()
  @Type(() => RouterTiersFields)
  tiers!: RouterTiersFields;

  @ThresholdField()
  threshold?: number | null;

  @TextField({ example: 'Support', optional: true })
  name?: string;

  @TextField({
    example: 'vendora/claude-sonnet-5-5',
    description: 'Of a router that is anchored: the model that calls name.',
    max: MODEL_MAX,
    optional: true,
  })
  anchor_model?: string;
}

export class PreviewDecision {
  @ApiPropertyOptional({ type: RouterDraft, description: 'A draft. Either this or `router_id`.' })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RouterDraft)
  router?: RouterDraft;

  @TextField({ description: 'A router of the project. Either this or `router`.', optional: true })
  router_id?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      'The body of a chat call, or with `"surface": "responses"` that of a Responses call, as on `POST /api/v1/route`. Either this or `task`.',
    example: { messages: [{ role: 'user', content: 'Hi' }] },
  })
  // Read off the bytes instead.
  @MayBeAbsent()
  @IsObject()
  request?: object;

  @ApiPropertyOptional({
    type: String,
    description: 'A bare text that a model is to work on. Either this or `request`.',
  })
  @MayBeAbsent()
  @IsString()
  task?: string;
}
