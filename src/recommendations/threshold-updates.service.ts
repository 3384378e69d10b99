import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.js';
import { Clock } from '../lib/clock.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { ProjectsService } from '../projects/projects.service.js';
import { JudgedDifficultyReader } from '../records/judging/judged-difficulty-reader.js';
import { RouterThresholds } from '../routing/routers/router-thresholds.service.js';
import { isSame, type RecordThreshold } from '../routing/routers/threshold-in-force.js';
import { RouterRecords, type RouterRecord } from './router-records.service.js';
import { Thresholds, type RouterFinding } from './thresholds.service.js';

/** Automatic updates of thresholds: what the records of routers speak for is applied, renewed and taken back. */
@Injectable()
export class ThresholdUpdates {
  constructor(
    private readonly projects: ProjectsService,
    private readonly difficulty: JudgedDifficultyReader,
    private readonly routers: RouterRecords,
    private readonly thresholds: Thresholds,
    private readonly settled: RouterThresholds,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** For the hourly sweep; may run on several processes at once. @returns how many thresholds moved */
  async run(): Promise<number> {
    const judged = await this.difficulty.readProjects(this.clock.now());
    const settled = await this.settled.readProjects();
    let moved = 0;
    for (const projectId of new Set([...judged, ...settled])) moved += await this.update(projectId);
    return moved;
  }

  /** One project that fails holds up none of the others. */
  private async update(projectId: string): Promise<number> {
    try {
      const project = await this.projects.find(projectId);
      // While smart routing is off nothing is decided by difficulty, and what is known is kept.
      return project?.smartRouting === true ? await this.updateRouters(project) : 0;
    } catch (error) {
      this.logger.warn(
        { err: error, projectId },
        'thresholds could not be brought in line with their records',
      );
      return 0;
    }
  }

  private async updateRouters(project: ProjectEntity): Promise<number> {
    const { id: projectId, organizationId, automaticUpdates } = project;
    const routers = await this.routers.read(projectId);
    const question = { projectId, routers, now: this.clock.now() };
    const findings = automaticUpdates ? await this.thresholds.find(question, { keepInForce: true }) : [];
    let moved = 0;
    for (const router of routers) {
      const to = this.thresholdOf(
        router,
        findings.find((finding) => finding.router === router),
      );
      if (isSame(router.recordThreshold, to)) continue;
      const change = { routerId: router.id, from: router.recordThreshold, to };
      if (await this.settled.settle({ projectId, organizationId }, change)) moved += 1;
    }
    return moved;
  }

  /** A threshold that is set on the router wins, and its record says nothing beside it. */
  private thresholdOf(
    { threshold, models }: RouterRecord,
    finding: RouterFinding | undefined,
  ): RecordThreshold | null {
    const { medium, big } = models;
    if (threshold !== null || finding === undefined || medium === undefined || big === undefined) return null;
    return { value: finding.found.threshold, medium, big, reason: this.thresholds.explain(finding) };
  }
}
