import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../database/day-partitions.js';

/** The partitions of the counts of refusals. */
@Injectable()
export class RefusalPartitions extends DayPartitions {
  constructor(dataSource: DataSource) {
    super(dataSource, { tables: ['refusal_counts'], lock: 'refusalPartitions' });
  }
}
