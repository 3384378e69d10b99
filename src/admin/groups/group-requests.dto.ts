import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { READABLE, TextField } from '../dto/fields.js';

const MODEL_MAX = 256;

export class ChangeGroup {
  @TextField({ example: 'Ticket triage', optional: true })
  name?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MODEL_MAX,
    example: 'openai/gpt-oss-120b',
    description:
      'A priced chat model of the catalogue: every call of the group goes to it. Null assigns none.',
  })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  // The lowest is asked first, and the first that fails is the one that is told.
  @MaxLength(MODEL_MAX)
  @MinLength(1)
  @Matches(READABLE, { message: '$property must not hold control characters or half a character' })
  @IsString()
  assigned_model?: string | null;
}
