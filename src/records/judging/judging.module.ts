import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { GroupRecordsReader } from '../groups/group-records-reader.js';
import { JudgedDifficultyReader } from './judged-difficulty-reader.js';
import { JudgedGroupsReader } from './judged-groups-reader.js';
import { JudgedGroupRecords } from './judged-group-records.js';
import { JudgedTasksRepository } from './judged-tasks.repository.js';
import { JudgedTasks } from './judged-tasks.service.js';

@Module({
  providers: [
    JudgedTasks,
    JudgedTasksRepository,
    JudgedGroupsReader,
    JudgedDifficultyReader,
    { provide: GroupRecordsReader, useClass: JudgedGroupRecords },
  ],
  exports: [
    JudgedTasks,
    JudgedTasksRepository,
    JudgedGroupsReader,
    JudgedDifficultyReader,
    GroupRecordsReader,
  ],
})
export class JudgingModule implements BeforeApplicationShutdown {
  constructor(private readonly judgedTasks: JudgedTasks) {}

  /** Verdicts that still wait go before the database connection does. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.judgedTasks.drain();
  }
}
