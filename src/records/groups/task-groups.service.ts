import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ChangeFeed } from '../../database/change-feed.js';
import { SnapshotCache } from '../../database/snapshot-cache.js';
import { LOGGER } from '../../http/logger.js';
import type { ChatView } from '../../wire/openai/chat-view.js';
import { BackgroundQueue } from '../background-queue.js';
import { bounded } from './templates/bounded-template.js';
import { GroupIndex, PROVEN_BY } from './templates/group-index.js';
import { readDocument } from './reading/read-document.js';
import { RecentByProject } from './recent-by-project.js';
import {
  matchKnown,
  recognizeTemplate,
  type NewTemplate,
  type Recognition,
} from './templates/recognize-template.js';
import { newGroup, toName, type StoredGroup } from './stored-group.js';
import { MAX_GROUPS, TaskGroupsRepository } from './task-groups.repository.js';

/** A group as a decision sees it. */
export interface RecognizedGroup {
  readonly id: string;
  readonly name: string;
  /** The id of the model that its calls go to, as it was assigned; whether policy still allows it is asked by the caller. */
  readonly assignedModel: string | undefined;
}

export interface GroupQuestion {
  readonly projectId: string;
  readonly organizationId: string;
  readonly view: ChatView;
  /** What the request was read to ask for; kept with a group that it makes. */
  readonly task: string | undefined;
}

interface ProjectGroups {
  readonly organizationId: string;
  readonly index: GroupIndex<StoredGroup>;
}

const MAX_PROJECTS = 2_000;
const MAX_UNSAVED = 1_000;
const GATHER_MS = 10;

/** Recognizes the task group of machine-shaped requests, from memory. Conversation is not to be asked about. */
@Injectable()
export class TaskGroups {
  private readonly projects: SnapshotCache<string, ProjectGroups>;
  private readonly recent = new RecentByProject();
  /** Found here and not yet in the database, or not read back from it. */
  private readonly unsaved = new LRUCache<string, StoredGroup>({ max: MAX_UNSAVED });
  private readonly queue: BackgroundQueue<StoredGroup>;
  private settling: Promise<void> | undefined;

  constructor(
    private readonly repository: TaskGroupsRepository,
    feed: ChangeFeed,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.projects = new SnapshotCache({
      feed,
      maxEntries: MAX_PROJECTS,
      load: (projectId) => this.load(projectId),
      organizationOf: ({ organizationId }) => organizationId,
    });
    this.queue = new BackgroundQueue({
      name: 'task groups',
      maxWaiting: MAX_UNSAVED,
      gatherMs: GATHER_MS,
      keyOf: ({ id }) => id,
      merge: (_standing, next) => next,
      write: (groups) => this.save(groups),
      logger,
    });
  }

  /**
   * The group of a machine-shaped request: `undefined` for the first two of a template. To be asked once a request, because
   * it counts. Nothing is waited for while the project's groups are in memory.
   * @throws DatabaseUnavailableError (503)
   */
  async recognize({
    projectId,
    organizationId,
    view,
    task,
  }: GroupQuestion): Promise<RecognizedGroup | undefined> {
    const known = this.projects.peek(projectId) ?? (await this.projects.get(projectId));
    if (known === undefined) return undefined;
    const recent = this.recent.of(projectId);
    const found = recognizeTemplate(readDocument(view), { projectId, groups: known.index, recent });
    this.recent.trim();
    switch (found.kind) {
      case 'none':
        return undefined;
      case 'known':
        return found.group;
      case 'narrowed':
        return this.narrow(known.index, found);
      case 'found':
        return this.make(known.index, found.template, { projectId, organizationId, task: task ?? 'other' });
    }
  }

  /**
   * The group that a request would have, without counting it: of one that would make its group, none.
   * @throws DatabaseUnavailableError (503)
   */
  async look({ projectId, view }: GroupQuestion): Promise<RecognizedGroup | undefined> {
    const known = this.projects.peek(projectId) ?? (await this.projects.get(projectId));
    return known && matchKnown(readDocument(view), known.index);
  }

  /** Waits until all that was found here is in the database, or the database did not take it. */
  settle(): Promise<void> {
    this.settling ??= this.queue.drain().finally(() => {
      this.settling = undefined;
    });
    return this.settling;
  }

  private make(
    index: GroupIndex<StoredGroup>,
    template: NewTemplate,
    of: { projectId: string; organizationId: string; task: string },
  ): RecognizedGroup | undefined {
    const origin = template.splitFrom === undefined ? undefined : index.get(template.splitFrom.id);
    if (index.size >= MAX_GROUPS) return origin;
    return this.keep(index, newGroup(template, { ...of, assignedModel: origin?.assignedModel }));
  }

  private keep(index: GroupIndex<StoredGroup>, group: StoredGroup): RecognizedGroup {
    const standing = index.get(group.id);
    if (standing !== undefined) return standing;
    enter(index, group);
    this.unsaved.set(group.id, group);
    this.queue.add(group);
    return group;
  }

  private narrow(
    index: GroupIndex<StoredGroup>,
    { group, features, label }: Extract<Recognition<StoredGroup>, { kind: 'narrowed' }>,
  ): RecognizedGroup {
    const distinct = group.distinct + 1;
    const narrowed = {
      ...group,
      distinct,
      features: distinct >= PROVEN_BY ? bounded(features) : features,
      renamed: toName(label),
    };
    index.remove(group);
    return this.keep(index, narrowed);
  }

  /** Another process had found the template first: its group takes the place of ours. */
  private give(id: string, twin: StoredGroup): void {
    this.unsaved.delete(id);
    const index = this.projects.peek(twin.projectId)?.index;
    const own = index?.get(id);
    if (own !== undefined) index?.remove(own);
    if (index?.get(twin.id) === undefined) index?.add(twin);
  }

  private async load(projectId: string): Promise<ProjectGroups | undefined> {
    const stored = await this.repository.load(projectId);
    if (stored === undefined) return undefined;
    const index = new GroupIndex(stored.groups);
    for (const group of this.unsaved.values())
      if (group.projectId === projectId && index.get(group.id) === undefined) enter(index, group);
    return { organizationId: stored.organizationId, index };
  }

  private async save(groups: readonly StoredGroup[]): Promise<void> {
    const twins = await this.repository.save(groups);
    for (const group of groups) if (this.unsaved.get(group.id) === group) this.unsaved.delete(group.id);
    for (const [id, twin] of twins) this.give(id, twin);
  }
}

/** A group that was split from another leaves it what it keeps. */
function enter(index: GroupIndex<StoredGroup>, group: StoredGroup): void {
  index.add(group);
  const origin = group.splitFrom === undefined ? undefined : index.get(group.splitFrom);
  if (origin === undefined || origin.keeps !== undefined || group.left === undefined) return;
  index.remove(origin);
  index.add({ ...origin, keeps: group.left });
}
