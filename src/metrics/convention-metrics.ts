import { LabelledHistogram } from './labelled-histogram.js';

/** What is counted of a call by the names of OpenTelemetry's conventions; a call's record has this shape. */
export interface ConventionCall {
  readonly surface: string;
  readonly stream: boolean;
  readonly status: number;
  readonly servedModel?: string | undefined;
  readonly attempts: readonly ConventionAttempt[];
  readonly timings: {
    readonly gatewayMs: number;
    readonly upstreamMs: number;
    readonly firstByteMs?: number;
  };
}

export interface ConventionAttempt {
  readonly model: string;
  readonly provider: string;
  /** 0: never answered. */
  readonly status: number;
  readonly durationMs: number;
  readonly usage?: ConventionUsage | undefined;
}

interface ConventionUsage {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWrite5mTokens: number;
  readonly cacheWrite1hTokens: number;
  readonly outputTokens: number;
}

export interface ServedRequest {
  readonly method: string;
  /** The pattern of the route; undefined where none matched. */
  readonly route: string | undefined;
  /** Undefined: the client left before there was an answer. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

const MS = 1_000;
/** Bounds that the conventions ask for, in seconds and tokens. */
const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const OPERATION_BUCKETS_S = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const FIRST_TOKEN_BUCKETS_S = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
const TOKEN_BUCKETS = [
  1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864,
];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'CONNECT', 'TRACE']);
/** What the conventions call a method that is none. */
const OTHER_METHOD = '_OTHER';
/** Far more than a catalogue has, and few enough for series. */
const MAX_MODELS = 400;
const OTHER_MODEL = 'other';
/** Of registered endpoints: their models are named by callers. */
const ENDPOINT = 'endpoint';

/**
 * The conventions' metrics for HTTP servers and generative AI (OpenTelemetry's names in Prometheus' spelling), beside the service's
 * own. A model is a label once it has answered: what callers mistype, and what they call their own models, makes no series.
 */
export class ConventionMetrics {
  private readonly models = new Set<string>();

  private readonly requests = new LabelledHistogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, to the last byte of the answer.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'url_scheme'],
    buckets: REQUEST_BUCKETS_S,
  });
  private readonly calls = new LabelledHistogram({
    name: 'gen_ai_server_request_duration_seconds',
    help: 'Duration of calls of models, as callers see it.',
    labelNames: ['gen_ai_operation_name', 'gen_ai_response_model', 'error_type'],
    buckets: OPERATION_BUCKETS_S,
  });
  private readonly firstTokens = new LabelledHistogram({
    name: 'gen_ai_server_time_to_first_token_seconds',
    help: 'Time to the first byte of streamed answers.',
    labelNames: ['gen_ai_operation_name', 'gen_ai_response_model'],
    buckets: FIRST_TOKEN_BUCKETS_S,
  });
  private readonly operations = new LabelledHistogram({
    name: 'gen_ai_client_operation_duration_seconds',
    help: 'Duration of requests to providers, those that failed included.',
    labelNames: ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model', 'error_type'],
    buckets: OPERATION_BUCKETS_S,
  });
  private readonly tokens = new LabelledHistogram({
    name: 'gen_ai_client_token_usage',
    help: 'Tokens of requests to providers; input has the cached ones in it.',
    labelNames: [
      'gen_ai_operation_name',
      'gen_ai_provider_name',
      'gen_ai_request_model',
      'gen_ai_token_type',
    ],
    buckets: TOKEN_BUCKETS,
  });

  requestEnded({ method, route, status, durationMs }: ServedRequest): void {
    const labels = [
      METHODS.has(method) ? method : OTHER_METHOD,
      route ?? '',
      status === undefined ? '' : String(status),
      'http',
    ];
    this.requests.observe(durationMs / MS, labels);
  }

  callEnded({ surface, stream, status, servedModel, attempts, timings }: ConventionCall): void {
    // Batches have no time of their own: they wait for their provider's.
    if (surface === 'batch') return;
    const operation = surface === 'embeddings' ? 'embeddings' : 'chat';
    for (const attempt of attempts) this.attemptEnded(operation, attempt);
    const isOwn = attempts.at(-1)?.provider === ENDPOINT;
    const model = isOwn || servedModel === undefined ? '' : this.label(servedModel, status);
    this.calls.observe((timings.gatewayMs + timings.upstreamMs) / MS, [operation, model, errorType(status)]);
    if (stream && timings.firstByteMs !== undefined)
      this.firstTokens.observe(timings.firstByteMs / MS, [operation, model]);
  }

  private attemptEnded(
    operation: string,
    { model, provider, status, durationMs, usage }: ConventionAttempt,
  ): void {
    const name = provider === ENDPOINT ? '' : this.label(model, status);
    this.operations.observe(durationMs / MS, [operation, provider, name, errorType(status)]);
    if (usage === undefined) return;
    const input =
      usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
    this.tokens.observe(input, [operation, provider, name, 'input']);
    if (operation === 'chat') this.tokens.observe(usage.outputTokens, [operation, provider, name, 'output']);
  }

  render(common: Readonly<Record<string, string>>): string {
    return [this.requests, this.calls, this.firstTokens, this.operations, this.tokens]
      .map((histogram) => histogram.render(common))
      .join('\n');
  }

  private label(model: string, status: number): string {
    if (this.models.has(model)) return model;
    if (status === 0 || status >= 400) return '';
    if (this.models.size >= MAX_MODELS) return OTHER_MODEL;
    this.models.add(model);
    return model;
  }
}

function errorType(status: number): string {
  if (status === 0) return 'no_answer';
  return status >= 400 ? String(status) : '';
}
