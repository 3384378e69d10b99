import { Injectable } from '@nestjs/common';
import { Catalog } from '../catalog/catalog.js';
import type { PicoUsd } from '../lib/money.js';
import { blendPrice, USUAL_MIX, type TrafficMix } from '../records/judging/blend-price.js';
import {
  JudgedDifficultyReader,
  type DifficultyRecord,
} from '../records/judging/judged-difficulty-reader.js';
import type { GroupTraffic } from '../records/judging/judged-groups-reader.js';
import { rateOf } from '../records/judging/model-record.js';
import { DEFAULT_THRESHOLD } from '../routing/complexity/score-complexity.js';
import { savingOf, showEvidence, type EvidenceInputs } from './evidence.js';
import { explainThreshold } from './explain.js';
import { findThreshold, type FoundThreshold } from './find-threshold.js';
import type { Proposal } from './recommendation.js';
import type { RouterRecord } from './router-records.service.js';

export interface ThresholdQuestion {
  readonly projectId: string;
  readonly routers: readonly RouterRecord[];
  readonly now: Date;
}

/** What a router's record speaks for. */
export interface RouterFinding {
  readonly router: RouterRecord;
  readonly medium: string;
  readonly big: string;
  readonly groupIds: readonly string[];
  readonly found: FoundThreshold;
}

/** What the records of routers speak for: another threshold. */
@Injectable()
export class Thresholds {
  constructor(
    private readonly difficulty: JudgedDifficultyReader,
    private readonly catalog: Catalog,
  ) {}

  /** @param keepInForce whether what the record has moved already stays in force while nothing speaks against it */
  async find(
    { projectId, routers, now }: ThresholdQuestion,
    { keepInForce }: { keepInForce: boolean },
  ): Promise<RouterFinding[]> {
    const records = await this.difficulty.readRecords(projectId, now);
    return routers.flatMap((router) => this.findOf(router, records, keepInForce) ?? []);
  }

  /** As recommendations, with what they save. */
  async propose(question: ThresholdQuestion): Promise<Proposal[]> {
    const findings = await this.find(question, { keepInForce: false });
    const proposals: Proposal[] = [];
    for (const finding of findings) proposals.push(await this.toProposal(finding, question.now));
    return proposals;
  }

  /** What a finding shows, in one sentence. */
  explain(finding: RouterFinding): string {
    const evidence = showEvidence(this.compare(finding, NO_TRAFFIC));
    return explainThreshold(evidence, { from: baseOf(finding.router), to: finding.found.threshold });
  }

  private findOf(
    router: RouterRecord,
    all: readonly DifficultyRecord[],
    keepInForce: boolean,
  ): RouterFinding | undefined {
    const { medium, big } = router.serving;
    if (medium === undefined || big === undefined || medium === big) return undefined;
    const groups = new Set(
      all.filter(({ routerIds }) => routerIds.includes(router.id)).map(({ groupId }) => groupId),
    );
    const records = all.filter(
      ({ groupId, model }) => groups.has(groupId) && (model === medium || model === big),
    );
    const inForce = keepInForce ? inForceOf(router) : undefined;
    const found = findThreshold({ records, medium, big, base: baseOf(router), inForce });
    if (found === undefined || !this.isWorthIt(found, { medium, big, base: baseOf(router) }))
      return undefined;
    return { router, medium, big, groupIds: [...groups], found };
  }

  /** Medium that is as good is worth it when it is cheaper; models without a price of ours cannot be compared. */
  private isWorthIt(
    { threshold }: FoundThreshold,
    { medium, big, base }: { medium: string; big: string; base: number },
  ): boolean {
    const [cost, costOfBig] = [this.price(medium, USUAL_MIX), this.price(big, USUAL_MIX)];
    if (cost === undefined || costOfBig === undefined) return false;
    return threshold < base || cost < costOfBig;
  }

  private async toProposal(finding: RouterFinding, now: Date): Promise<Proposal> {
    const { router, groupIds, found } = finding;
    const { above, upTo, threshold } = found;
    const base = baseOf(router);
    const isRaise = threshold > base;
    const tier = isRaise ? 'strong' : 'default';
    const traffic = await this.difficulty.readTraffic(
      { groupIds, routerId: router.id, tier, above, upTo },
      now,
    );
    const inputs = this.compare(finding, traffic);
    const evidence = showEvidence(inputs);
    return {
      kind: 'router_threshold',
      groupId: null,
      routerId: router.id,
      currentModel: inputs.current.record.model,
      recommendedModel: inputs.recommended.record.model,
      currentTier: isRaise ? 'big' : 'medium',
      recommendedTier: isRaise ? 'medium' : 'big',
      currentThreshold: base,
      recommendedThreshold: threshold,
      reason: explainThreshold(evidence, { from: base, to: threshold }),
      evidence,
      monthlySaving: savingOf(inputs),
    };
  }

  /** Both models by the traffic that would change sides. */
  private compare({ router, medium, big, found }: RouterFinding, traffic: GroupTraffic): EvidenceInputs {
    const cheap = { record: found.medium, price: this.price(medium, traffic) ?? 0n };
    const strong = { record: found.big, price: this.price(big, traffic) ?? 0n };
    const isRaise = found.threshold > baseOf(router);
    return {
      finding: isRaise ? 'as_good' : 'better',
      recommended: isRaise ? cheap : strong,
      current: isRaise ? strong : cheap,
      best: rateOf(found.medium) > rateOf(found.big) ? found.medium : found.big,
      traffic,
      difficulty: { above: found.above, up_to: found.upTo, groups: found.medium.groups.size },
    };
  }

  private price(model: string, mix: TrafficMix): PicoUsd | undefined {
    const known = this.catalog.find(model);
    return known && blendPrice(known.prices, mix);
  }
}

/** A sentence tells of rates alone. */
const NO_TRAFFIC: GroupTraffic = { calls: 0, inputTokens: 0n, outputTokens: 0n };

/** The threshold without the record. */
function baseOf({ threshold }: RouterRecord): number {
  return threshold ?? DEFAULT_THRESHOLD;
}

/** Of the models that the router has now. */
function inForceOf({ recordThreshold, models }: RouterRecord): number | undefined {
  const isOf = recordThreshold?.medium === models.medium && recordThreshold?.big === models.big;
  return isOf ? recordThreshold?.value : undefined;
}
