import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../../../database/day-partitions.js';

/** The partitions of the span table. */
@Injectable()
export class SpanPartitions extends DayPartitions {
  constructor(dataSource: DataSource) {
    super(dataSource, { tables: ['trace_spans'], lock: 'spanPartitions' });
  }
}
