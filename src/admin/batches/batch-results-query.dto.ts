import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { RESULTS_FORMATS, type ResultsFormat } from '../../batches/results/results-format.js';
import { MayBeAbsent } from '../dto/fields.js';

export class BatchResultsQuery {
  @ApiPropertyOptional({
    enum: RESULTS_FORMATS,
    description: '`jsonl` when absent; `openai` and `anthropic` are the lines of that provider.',
  })
  @MayBeAbsent()
  @IsIn(RESULTS_FORMATS)
  format?: ResultsFormat;
}
