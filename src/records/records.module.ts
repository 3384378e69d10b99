import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { ManagedGroups } from './groups/managed-groups.service.js';
import { TaskGroupsRepository } from './groups/task-groups.repository.js';
import { TaskGroups } from './groups/task-groups.service.js';
import { JudgingModule } from './judging/judging.module.js';

/** Task groups, and with them what judging knows of their tasks. */
@Module({
  imports: [JudgingModule],
  providers: [TaskGroups, TaskGroupsRepository, ManagedGroups],
  exports: [TaskGroups, ManagedGroups, JudgingModule],
})
export class RecordsModule implements BeforeApplicationShutdown {
  constructor(private readonly groups: TaskGroups) {}

  /** Groups that were found a moment ago go before the database connection does. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.groups.settle();
  }
}
