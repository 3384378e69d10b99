import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DayPartitions } from '../../database/day-partitions.js';

/** The partitions of kept responses and of the places of their items. */
@Injectable()
export class ResponsePartitions extends DayPartitions {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      tables: ['stored_responses', 'stored_response_items'],
      lock: 'responsePartitions',
      // A turn of a few kilobytes stays in its row: elsewhere it would be two more writes, and a look-up for each turn of a chain.
      storage: 'toast_tuple_target = 8160',
    });
  }
}
