import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../../../database/slow-queries.service.js';
import { inPieces } from '../../../lib/steps.js';
import { readProgress } from '../folding/usage-progress.js';
import type { UsageGroup } from '../usage-dimensions.js';
import { checkEdges, checkFacts, checkHours, checkRows, type ReportBounds } from './check-size.js';
import { packedReport } from './packed-report.js';
import { textsOfPairs } from './texts-of-pairs.js';
import { boundPeriod, highestNumber } from './usage-bounds.js';
import { isInSlices, slicesTo } from './usage-pieces.js';
import { groupsOf, planUsage } from './usage-plan.js';
import type { UsageQuestion, UsageRow } from './usage-question.js';
import { partsOf, type Bind, type SqlContext } from './usage-sql.js';
import { usageStatement } from './usage-statement.js';
import { cutIntoTexts, readUsageTexts, type UsageSums, type UsageTexts } from './usage-texts.js';

export interface UsageReport {
  readonly rows: UsageTexts;
  /** Rows that sum to the whole, where `rows` do not: a call with three tags is in three of them. */
  readonly whole: UsageTexts | undefined;
}

interface TextRow extends UsageSums {
  /** 0: rows; 1 and 2: keys of a grouping. */
  readonly part: number;
  readonly rows: number;
  readonly text: string;
}

/** Without the text, which is megabytes. */
const sumsOf = ({ requests, input_tokens, output_tokens, cost_usd }: TextRow): UsageSums => ({
  requests,
  input_tokens,
  output_tokens,
  cost_usd,
});

interface SummedQuestion {
  readonly context: Omit<SqlContext, 'bind'>;
  readonly groups: readonly UsageGroup[];
  readonly most: number;
}

/** More than this is no answer of a report. */
const NO_BOUND = 2 ** 31 - 2;

/** Usage of projects: sums and facts, and the calls that are in none of them yet, all of one moment. */
@Injectable()
export class UsageReports {
  constructor(private readonly slowQueries: SlowQueries) {}

  /** @throws InvalidRequestError (400) when there would be more rows, or more calls would have to be read one by one, than is good */
  report(question: UsageQuestion, bounds: ReportBounds): Promise<UsageReport> {
    return this.slowQueries.read(async (manager) => {
      const rows = await this.textsIn(manager, question, bounds);
      const isWhole = !groupsOf(question).includes('tag');
      const surfaces = { ...question, groupBy: 'surface', thenBy: undefined } as const;
      return { rows, whole: isWhole ? undefined : await this.textsIn(manager, surfaces) };
    });
  }

  usage(question: UsageQuestion): Promise<UsageRow[]> {
    return this.slowQueries.read((manager) => this.usageIn(manager, question));
  }

  async usageIn(manager: EntityManager, question: UsageQuestion): Promise<UsageRow[]> {
    return inPieces(readUsageTexts(await this.textsIn(manager, question)));
  }

  /** In a transaction of one moment: the marks are read first, so that what comes behind them is found by an index. */
  private async textsIn(
    manager: EntityManager,
    question: UsageQuestion,
    bounds?: ReportBounds,
  ): Promise<UsageTexts> {
    const { projectIds, from, to, only = {} } = question;
    const groups = groupsOf(question);
    const progress = await readProgress(manager);
    const period = { from: from.getTime(), to: to.getTime() };
    const { span, firstFresh } = await boundPeriod(manager, { projectIds, progress }, period);
    if (span.from >= span.to) return { texts: [], keys: [], groups, slots: [], sums: [] };
    checkHours(span, groups);
    const plan = await inPieces(planUsage(question, span, progress.sealedTo));
    checkEdges(plan.edges, progress.goneBefore);
    if (bounds !== undefined && plan.dimensions.includes('session'))
      await checkFacts(manager, { projectIds, span }, bounds.facts);
    const highest = isInSlices(plan) ? await highestNumber(manager, projectIds, plan.cut) : 0;
    const context = { plan, progress, firstFresh, projectIds, only, highest };
    const most = bounds?.rows ?? NO_BOUND;
    const told = slicesTo(highest).length > 1 ? await packedReport(manager, context, most) : undefined;
    if (told === undefined) return this.fromSums(manager, { context, groups, most });
    checkRows(told.rows, most);
    return inPieces(textsOfPairs(told, groups));
  }

  private async fromSums(
    manager: EntityManager,
    { context, groups, most }: SummedQuestion,
  ): Promise<UsageTexts> {
    const { plan, projectIds } = context;
    const parameters: unknown[] = [];
    const bind: Bind = (value) => `$${parameters.push(value)}`;
    const parts = partsOf({ ...context, bind });
    const statement = usageStatement(groups, plan, parts, { most, isOfOneProject: projectIds.length === 1 });
    const found = await manager.query<TextRow[]>(statement, parameters);
    checkRows(
      found.reduce((sum, { rows }) => sum + rows, 0),
      most,
    );
    const textsOf = (part: number): string[] =>
      found.filter((row) => row.part === part).map(({ text }) => text);
    return {
      texts: await inPieces(cutIntoTexts(textsOf(0).join('\n'))),
      keys: groups.map((_, index) => textsOf(index + 1)),
      groups,
      slots: plan.slots.map(({ key }) => key),
      sums: found.filter(({ part }) => part === 0).map(sumsOf),
    };
  }
}
