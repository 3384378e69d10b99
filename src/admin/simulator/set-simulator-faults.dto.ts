import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

export class SetSimulatorFaults {
  @ApiProperty({
    example: 'vendora/*=529@0.2,gpt-4o=delay:3s@0.1,*=cut:5@0.01',
    maxLength: 10_000,
    description:
      'Rules `pattern[#account]=act[@share]` with commas between; the first that matches and hits acts. A pattern is a model id, `lab/*` or `*`; an act is a status from 400 to 599 (`429:20s` with `Retry-After`), `quota`, `delay:DURATION` or `cut:EVENTS`; the share is above 0 and up to 1. The empty text ends all faults.',
  })
  @IsString()
  @MaxLength(10_000)
  faults!: string;
}
