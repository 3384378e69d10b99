import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../database/day-partitions.js';

/** The partitions of contents of calls, by the day on which they expire: projects keep them for different times. */
@Injectable()
export class ContentPartitions extends DayPartitions {
  constructor(dataSource: DataSource) {
    super(dataSource, { tables: ['call_contents'], lock: 'contentPartitions' });
  }
}
