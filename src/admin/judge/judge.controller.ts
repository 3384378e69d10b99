import { Get, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { JudgeDay } from '../../completions/judge/judge-day.js';
import { ModelJudge } from '../../completions/judge/model-judge.service.js';
import { toUsdNumber } from '../../lib/money.js';
import { AdminController } from '../admin-route.decorator.js';
import { requireOperator, scopeOf } from '../admin-scope.js';
import { judgeSchema } from './judge-schema.js';

@AdminController('judge')
export class JudgeController {
  constructor(private readonly judge: ModelJudge) {}

  @Get('judge')
  @ApiOperation({
    summary: 'What the judge model cost and said, by day. Operator only.',
    description:
      "The judge model (`JUDGE_MODEL`) judges a sample of the answers to grouped machine tasks. Its cost is the service's own and on no ledger; `JUDGE_DAILY_BUDGET_USD` bounds it over all processes.",
  })
  @ApiResponse({ status: 200, schema: judgeSchema })
  async read(@Req() request: FastifyRequest) {
    requireOperator(scopeOf(request));
    const { model, sampleRate, dailyBudget, budgetLeft, days } = await this.judge.report();
    return {
      object: 'judge',
      model: model ?? null,
      sample_rate: sampleRate,
      daily_budget_usd: toUsdNumber(dailyBudget),
      budget_left_usd: toUsdNumber(budgetLeft),
      days: days.map(presentDay),
    };
  }
}

function presentDay({ day, spent, held, succeeded, failed, noVerdict }: JudgeDay) {
  return {
    day,
    spent_usd: toUsdNumber(spent),
    held_usd: toUsdNumber(held),
    verdicts: { success: succeeded, failure: failed, none: noVerdict },
  };
}
