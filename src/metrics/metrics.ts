import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { toUsdNumber, type PicoUsd } from '../lib/money.js';
import { ConventionMetrics, type ConventionCall, type ServedRequest } from './convention-metrics.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';

/** What is counted of a call when its row is written; a call's record has this shape. */
export type CountedCall = ConventionCall;

export type JudgeOutcomeLabel = 'success' | 'failure' | 'no-verdict' | 'over-budget' | 'dropped';

const MS_PER_SECOND = 1_000;
const NS_PER_SECOND = 1e9;
const LAG_RESOLUTION_MS = 20;
const LAG_QUANTILES = [50, 99, 100] as const;
const OVERHEAD_BUCKETS_S = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const COMMIT_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 10];
const COMMIT_ROW_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500];

/**
 * Numbers of this process for Prometheus, kept in memory: some microseconds a call. Labels are closed sets (surfaces, providers,
 * statuses, our own codes), never ids, so that the series cannot grow with traffic.
 */
@Injectable()
export class Metrics implements OnModuleDestroy {
  private readonly registry = new Registry();
  private readonly lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  private readonly conventions = new ConventionMetrics();
  private activeRequests = 0;
  /** Several processes may share the port: each has series of its own. */
  private readonly common = { pid: String(process.pid) };

  private readonly calls = this.counter('gateway_calls_total', 'Calls that have a row in the call log.', [
    'surface',
    'status',
    'stream',
  ]);
  private readonly upstreamFailures = this.counter(
    'gateway_upstream_failures_total',
    'Upstream requests that were answered with an error; status 0: not at all.',
    ['provider', 'status'],
  );
  private readonly refusals = this.counter('gateway_errors_total', 'Error answers of our own, by code.', [
    'status',
    'code',
  ]);
  private readonly judgeQuestions = this.counter(
    'gateway_judge_questions_total',
    'Sampled answers by what came of them: success, failure, no-verdict, over-budget, dropped.',
    ['outcome'],
  );
  private readonly judgeCost = this.counter(
    'gateway_judge_cost_usd_total',
    "What the judge model cost the service; on no organization's ledger.",
    [],
  );
  private readonly spansDropped = this.counter(
    'gateway_own_spans_dropped_total',
    'Spans of the gateway that were not stored or exported, because too many waited or their target was away.',
    ['target'],
  );
  private readonly responsesNotKept = this.counter(
    'gateway_responses_not_kept_total',
    'Answers of the Responses API that should have been kept and were not, by why: database, refused, too_many, unreadable.',
    ['reason'],
  );
  private readonly refusalsNotCounted = this.counter(
    'gateway_refusals_not_counted_total',
    'Refused calls that are in no count of a project, because too many waited while the database was away.',
    [],
  );
  private readonly contentsNotKept = this.counter(
    'gateway_contents_not_kept_total',
    'Calls whose content should have been kept and was not, by why: database, too_many, unreadable.',
    ['reason'],
  );
  private readonly cacheQuestions = this.counter(
    'gateway_cache_lookups_total',
    'Calls that asked the exact cache, by outcome: hit, miss, failed (asked of the model like a miss).',
    ['outcome'],
  );
  private readonly cacheBytes = this.counter(
    'gateway_cache_bytes_total',
    'Bytes of answers that the exact cache gave (read) and took (written).',
    ['direction'],
  );
  private readonly answersNotCached = this.counter(
    'gateway_cache_not_kept_total',
    'Answers that should have been cached and were not, by why: database, project_full, too_large, too_many, unreadable.',
    ['reason'],
  );
  private readonly sweeps = this.counter('gateway_sweeps_total', 'Hourly sweeps that came to their end.', []);
  private readonly failedSweepSteps = this.counter(
    'gateway_sweep_failures_total',
    'Steps of hourly sweeps that failed, which the log names. The next sweep tries them again.',
    [],
  );
  private readonly latePartitions = this.counter(
    'gateway_partitions_late_total',
    'Tables in which a sweep found rows where partitions should have been made ahead: none ran for weeks. Nothing is lost.',
    [],
  );
  private readonly overhead = new Histogram({
    name: 'gateway_call_overhead_seconds',
    help: "The gateway's own share of a call's time.",
    labelNames: ['surface'],
    buckets: OVERHEAD_BUCKETS_S,
    registers: [this.registry],
  });
  private readonly commitRows = new Histogram({
    name: 'gateway_usage_commit_rows',
    help: 'Calls that shared one commit.',
    buckets: COMMIT_ROW_BUCKETS,
    registers: [this.registry],
  });
  private readonly commitSeconds = new Histogram({
    name: 'gateway_usage_commit_seconds',
    help: 'Duration of a commit of usage.',
    buckets: COMMIT_BUCKETS_S,
    registers: [this.registry],
  });

  private readonly providerHealths = new Gauge({
    name: 'gateway_provider_health',
    help: '1: the account at the provider is in use; 0: it is left out for a while, or being tried.',
    labelNames: ['provider', 'account'],
    registers: [this.registry],
  });
  private readonly payments = this.counter(
    'gateway_payments_total',
    'Attempts at payments from cards; unanswered ones are tried again.',
    ['kind', 'outcome'],
  );
  private readonly ledgerDifferences = this.counter(
    'gateway_ledger_differences_total',
    'Organizations whose balance was not what their ledger says, each time that it was checked.',
    [],
  );
  private readonly archiveFailures = this.counter(
    'gateway_ledger_archive_failures_total',
    'Tries to archive old entries of the ledger that failed (`write`), and archived files that were found missing or changed (`file`).',
    ['reason'],
  );

  constructor(liveCalls: LiveCalls) {
    this.registry.setDefaultLabels(this.common);
    this.gauge('gateway_live_calls', 'Calls that run now.', () => liveCalls.count);
    this.gauge('http_server_active_requests', 'HTTP requests that run now.', () => this.activeRequests);
    this.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
    this.gauge('process_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
    this.gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime());
    this.beginAtZero();
    this.measureLag();
    this.lag.enable();
  }

  onModuleDestroy(): void {
    this.lag.disable();
  }

  callEnded(call: CountedCall): void {
    const { surface, stream, status, attempts, timings } = call;
    this.conventions.callEnded(call);
    this.calls.inc({ surface, status, stream: String(stream) });
    this.overhead.observe({ surface }, timings.gatewayMs / MS_PER_SECOND);
    for (const attempt of attempts)
      if (attempt.status === 0 || attempt.status >= 400)
        this.upstreamFailures.inc({ provider: attempt.provider, status: attempt.status });
  }

  requestBegan(): void {
    this.activeRequests += 1;
  }

  requestEnded(request: ServedRequest): void {
    this.activeRequests -= 1;
    this.conventions.requestEnded(request);
  }

  responseNotKept(reason: string): void {
    this.responsesNotKept.inc({ reason });
  }

  contentNotKept(reason: string): void {
    this.contentsNotKept.inc({ reason });
  }

  cacheAsked(outcome: 'hit' | 'miss' | 'failed', bytes: number): void {
    this.cacheQuestions.inc({ outcome });
    this.cacheBytes.inc({ direction: 'read' }, bytes);
  }

  answerCached(bytes: number): void {
    this.cacheBytes.inc({ direction: 'written' }, bytes);
  }

  answerNotCached(reason: string): void {
    this.answersNotCached.inc({ reason });
  }

  refusalNotCounted(count: number): void {
    this.refusalsNotCounted.inc(count);
  }

  partitionsWereLate(): void {
    this.latePartitions.inc();
  }

  errorAnswered({ status, code }: { status: number; code: string }): void {
    this.refusals.inc({ status, code });
  }

  judgeAsked({ outcome, cost = 0n }: { outcome: JudgeOutcomeLabel; cost?: PicoUsd }): void {
    this.judgeQuestions.inc({ outcome });
    this.judgeCost.inc(toUsdNumber(cost));
  }

  committed({ rows, durationMs }: { rows: number; durationMs: number }): void {
    this.commitRows.observe(rows);
    this.commitSeconds.observe(durationMs / MS_PER_SECOND);
  }

  paymentAttempted({ kind, outcome }: { kind: string; outcome: string }): void {
    this.payments.inc({ kind, outcome });
  }

  ledgerDiffered(): void {
    this.ledgerDifferences.inc();
  }

  sweepEnded(): void {
    this.sweeps.inc();
  }

  sweepStepFailed(): void {
    this.failedSweepSteps.inc();
  }

  ledgerArchiveFailed(reason: 'write' | 'file'): void {
    this.archiveFailures.inc({ reason });
  }

  ownSpansDropped(target: 'traces' | 'export', count: number): void {
    this.spansDropped.inc({ target }, count);
  }

  /** Everything in Prometheus' text format. */
  async render(): Promise<string> {
    return `${await this.registry.metrics()}\n${this.conventions.render(this.common)}`;
  }

  /** An increase is seen only of a series that was there before: what is rare and has a rule that waits for it is there at once. */
  private beginAtZero(): void {
    for (const reason of ['write', 'file']) this.archiveFailures.inc({ reason }, 0);
    for (const reason of ['database', 'too_many', 'unreadable']) this.contentsNotKept.inc({ reason }, 0);
    for (const reason of ['database', 'refused', 'too_many', 'unreadable'])
      this.responsesNotKept.inc({ reason }, 0);
    for (const target of ['traces', 'export']) this.spansDropped.inc({ target }, 0);
    for (const kind of ['reload', 'hourly_charge'])
      for (const outcome of ['credited', 'declined', 'unanswered']) this.payments.inc({ kind, outcome }, 0);
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** The names of accounts are the operator's, and few. */
  providerHealth(provider: string, account: string, isInUse: boolean): void {
    this.providerHealths.set({ provider, account }, isInUse ? 1 : 0);
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  private measureLag(): void {
    const { lag } = this;
    new Gauge({
      name: 'gateway_event_loop_lag_seconds',
      help: 'How late timers fired since the last time this was asked, by percentile (100: the longest).',
      labelNames: ['percentile'],
      registers: [this.registry],
      collect() {
        for (const percentile of LAG_QUANTILES)
          this.set({ percentile }, lateness(lag.percentile(percentile)) / NS_PER_SECOND);
        lag.reset();
      },
    });
  }
}

/** The monitor measures the whole interval between two of its ticks. */
function lateness(intervalNs: number): number {
  return Math.max(0, intervalNs - LAG_RESOLUTION_MS * 1e6);
}
