import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import { Catalog } from '../../catalog/catalog.js';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { BackgroundQueue } from '../background-queue.js';
import { blendPrice } from './blend-price.js';
import { canonicalModel } from './canonical-model.js';
import { cascadesLeft, phaseOf } from './cascade-guardrail.js';
import { describePick } from './describe-pick.js';
import { describeFailure, isFailing } from './failing-model.js';
import { GroupStandings } from './group-standings.js';
import { UNKNOWN_STANDING, type GroupStanding } from './group-standing.js';
import { JudgedTasksRepository, type GroupOutcome, type PickChange } from './judged-tasks.repository.js';
import { leftLately, settlePick, type PickInForce } from './pick-in-force.js';
import { pickModel, type ModelPick } from './pick-model.js';
import { replacesVerdict, type Verdict } from './verdict.js';

export type NewVerdict = Omit<Verdict, 'judgedAt'>;

export interface CascadeReport {
  readonly callId: string;
  readonly groupId: string;
  /** The model that was tried first, in any spelling of the catalogue. */
  readonly model: string;
  readonly escalated: boolean;
}

export interface PickRequest {
  /** What policy lets the project call (toggle, data retention). Takes part in what the group's pick is. */
  readonly allowed: (model: CatalogModel) => boolean;
  /** What can serve this one request (images, tools, length). A pick that cannot is passed over, and stays. */
  readonly capable: (model: CatalogModel) => boolean;
}

export interface RecordPick {
  /** Id of a catalogue model. */
  readonly model: string;
  /** In plain words, for the decision's `reasons`. */
  readonly reason: string;
}

const GATHER_MS = 100;
const MAX_WAITING = 20_000;

/**
 * Judged tasks, and what routing reads off them. Verdicts and outcomes are written behind the calls; picks and the guardrail are
 * answered from memory that is at most a second old. Nothing here fails or delays a call: while the database is away there is
 * no pick and no cascade.
 */
@Injectable()
export class JudgedTasks {
  private readonly standings: GroupStandings;
  private readonly verdicts: BackgroundQueue<Verdict>;
  private readonly outcomes: BackgroundQueue<GroupOutcome>;
  private readonly picks: BackgroundQueue<PickChange>;
  /** Calls of this process that took a probe and have not come back, with their groups. */
  private readonly probes = new Map<string, string>();
  /** Changes of picks that the tables do not show yet. */
  private readonly unsaved = new Map<string, PickInForce>();

  constructor(
    private readonly repository: JudgedTasksRepository,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const queue = { maxWaiting: MAX_WAITING, gatherMs: GATHER_MS, logger };
    this.standings = new GroupStandings({
      load: (groupId) => this.readStanding(groupId),
      monotonicMs: () => clock.monotonicMs(),
      logger,
    });
    this.verdicts = new BackgroundQueue({
      ...queue,
      name: 'judged tasks',
      keyOf: ({ callId, model }) => `${callId} ${model}`,
      merge: (standing, next) =>
        replacesVerdict(standing, next) ? { ...next, taskAt: standing.taskAt } : standing,
      write: (verdicts) => this.writeVerdicts(verdicts),
    });
    this.outcomes = new BackgroundQueue({
      ...queue,
      name: 'cascade outcomes',
      keyOf: ({ callId }) => callId,
      merge: (standing) => standing,
      write: (outcomes) => this.writeOutcomes(outcomes),
    });
    this.picks = new BackgroundQueue({
      ...queue,
      name: 'picks',
      keyOf: ({ groupId }) => groupId,
      merge: ({ from }, next) => ({ ...next, from }),
      write: (changes) => this.writePicks(changes),
    });
  }

  /** Judges a task in the background. */
  record(verdict: NewVerdict): void {
    this.verdicts.add(this.complete(verdict));
  }

  /** Judges a task now: when it resolves, the verdict is kept and this process picks by it. @throws DatabaseUnavailableError (503) */
  judge(verdict: NewVerdict): Promise<void> {
    return this.judgeAll([verdict]);
  }

  /** As `judge`, for several calls. @throws DatabaseUnavailableError (503) */
  async judgeAll(verdicts: readonly NewVerdict[]): Promise<void> {
    if (verdicts.length === 0) return;
    await this.writeVerdicts(verdicts.map((verdict) => this.complete(verdict))).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
  }

  /** Counts a cascaded call whose first model answered, for the guardrail; a failed upstream is not reported. */
  recordCascade({ callId, groupId, model, escalated }: CascadeReport): void {
    this.probes.delete(callId);
    const outcome = { model: canonicalModel(model, this.catalog), escalated };
    this.outcomes.add({ callId, groupId, outcome, at: this.clock.now() });
  }

  /**
   * To be awaited before `pickFor` and `mayCascade` where it is not `undefined`: the group is not in memory. Never rejects, and
   * waits a quarter of a second at most.
   */
  prepare(groupId: string): Promise<void> | undefined {
    return this.standings.prepare(groupId);
  }

  /** The model that the group's record speaks for, from memory; `undefined`: none, or nothing is known. */
  pickFor(groupId: string, request: PickRequest): RecordPick | undefined {
    const standing = this.standings.peek(groupId);
    if (standing === undefined) return undefined;
    const { allowed } = request;
    this.settle(groupId, standing, { picked: this.pickBy(standing, allowed)?.record.model, allowed });
    return this.readPick(standing, request);
  }

  /** As `pickFor`, and nothing of it is kept. */
  peekPick(groupId: string, request: PickRequest): RecordPick | undefined {
    const standing = this.standings.peek(groupId);
    return standing && this.readPick(standing, request);
  }

  private readPick(standing: GroupStanding, { allowed, capable }: PickRequest): RecordPick | undefined {
    const pick = this.pickBy(standing, allowed);
    if (pick === undefined || this.test(pick.record.model, capable)) return present(pick);
    return present(this.pickBy(standing, (model) => allowed(model) && capable(model)));
  }

  /** Why a model (a record's id) should not serve the group, from memory; `undefined`: its record does not show that it fails. */
  failureOf(groupId: string, model: string): string | undefined {
    const record = this.standings.peek(groupId)?.records.find((one) => one.model === model);
    return record !== undefined && isFailing(record) ? describeFailure(record) : undefined;
  }

  /** Whether the guardrail lets the group's calls cascade, from memory. */
  mayCascade(groupId: string): boolean {
    const standing = this.standings.peek(groupId);
    if (standing === undefined) return false;
    return cascadesLeft(standing.guardrail, this.clock.now().getTime()) > 0;
  }

  /**
   * As `mayCascade`, for a call that is about to. While probes decide it takes one of them, which is asked of the database; else
   * the answer comes from memory. `endCascade` must follow when the call is over.
   */
  startCascade(groupId: string, callId: string): boolean | Promise<boolean> {
    if (!this.mayCascade(groupId)) return false;
    const standing = this.standings.peek(groupId);
    const now = this.clock.now();
    if (standing === undefined || phaseOf(standing.guardrail, now.getTime()) === 'active') return true;
    return this.takeProbe(groupId, callId, now);
  }

  /** A probe whose first model gave no answer makes room for another. Nothing to do for any other call. */
  endCascade(callId: string): void {
    const groupId = this.probes.get(callId);
    if (groupId === undefined) return;
    this.probes.delete(callId);
    this.outcomes.add({ callId, groupId, outcome: undefined, at: this.clock.now() });
  }

  /** Resolves when nothing waits any more, or the database does not take it. */
  async drain(): Promise<void> {
    await Promise.all([this.verdicts.drain(), this.outcomes.drain(), this.picks.drain()]);
  }

  /** For the hourly sweep. @returns how many judged tasks were deleted because no window can hold them */
  purge(): Promise<number> {
    return this.repository.purge(this.clock.now());
  }

  private async takeProbe(groupId: string, callId: string, now: Date): Promise<boolean> {
    try {
      const taken = await this.repository.takeProbe(groupId, callId, now);
      if (taken) this.probes.set(callId, groupId);
      await this.standings.refresh([groupId]);
      return taken;
    } catch (error) {
      this.logger.warn({ err: error }, 'a cascade probe could not be taken');
      return false;
    }
  }

  private complete(verdict: NewVerdict): Verdict {
    return {
      ...verdict,
      model: canonicalModel(verdict.model, this.catalog),
      judgedAt: this.clock.now(),
    };
  }

  private pickBy(standing: GroupStanding, allowed: PickRequest['allowed']): ModelPick | undefined {
    return pickModel({
      records: standing.records,
      incumbent: standing.inForce.model,
      leftLately: leftLately(standing.inForce, this.clock.now().getTime()),
      stopped: new Set(standing.guardrail.stoppedModels),
      allowed: (model) => this.test(model, allowed),
      price: (model) => {
        const known = this.catalog.find(model);
        return known === undefined ? undefined : blendPrice(known.prices, standing.mix);
      },
    });
  }

  private test(model: string, predicate: (model: CatalogModel) => boolean): boolean {
    const known = this.catalog.find(model);
    return known !== undefined && known.surfaces.includes('chat') && predicate(known);
  }

  private settle(
    groupId: string,
    standing: GroupStanding,
    { picked, allowed }: { picked: string | undefined; allowed: PickRequest['allowed'] },
  ): void {
    const to = settlePick({
      inForce: standing.inForce,
      picked,
      nowMs: this.clock.now().getTime(),
      allowed: (model) => this.test(model, allowed),
    });
    if (to === standing.inForce) return;
    this.unsaved.set(groupId, to);
    this.standings.amend(groupId, (known) => ({ ...known, inForce: to }));
    this.picks.add({ groupId, from: standing.inForce.model, to });
  }

  private async readStanding(groupId: string): Promise<GroupStanding> {
    const standings = await this.repository.readStandings([groupId], this.clock.now());
    const standing = standings.get(groupId) ?? UNKNOWN_STANDING;
    const inForce = this.unsaved.get(groupId);
    return inForce === undefined ? standing : { ...standing, inForce };
  }

  private async writeVerdicts(verdicts: readonly Verdict[]): Promise<void> {
    await this.repository.saveVerdicts(verdicts);
    await this.standings.refresh(verdicts.map(({ groupId }) => groupId));
  }

  private async writeOutcomes(outcomes: readonly GroupOutcome[]): Promise<void> {
    await this.repository.saveOutcomes(outcomes, this.clock.now());
    await this.standings.refresh(outcomes.map(({ groupId }) => groupId));
  }

  private async writePicks(changes: readonly PickChange[]): Promise<void> {
    for (const change of changes) await this.repository.savePick(change, this.clock.now());
    await this.standings.refresh(changes.map(({ groupId }) => groupId));
    // A later change of the same group still waits.
    for (const { groupId, to } of changes) if (this.unsaved.get(groupId) === to) this.unsaved.delete(groupId);
  }
}

function present(pick: ModelPick | undefined): RecordPick | undefined {
  return pick === undefined ? undefined : { model: pick.record.model, reason: describePick(pick) };
}
