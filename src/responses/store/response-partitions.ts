import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../../database/day-partitions.js';

/** The partitions of kept responses and of the places of their items. */
@Injectable()
export class ResponsePartitions extends DayPartitions {
  constructor(@Inject(DataSource) dataSource: DataSource) {
    super(dataSource, {
      tables: ['stored_responses', 'stored_response_items'],
      lock: 'responsePartitions',
    });
  }
}
