import { Injectable } from '@nestjs/common';
import { GroupRecordsReader, type GroupRecords } from './group-records-reader.js';

/** Where nothing is judged, no group has a record. */
@Injectable()
export class NoGroupRecords extends GroupRecordsReader {
  readGroups(): Promise<ReadonlyMap<string, GroupRecords>> {
    return Promise.resolve(new Map());
  }
}
