import type { PortionResult } from '../../upstreams/batches/batch-provider.js';

type Outcome = Omit<PortionResult, 'customId'>;

/** The status comes first: the counts of a portion read no more than that. Bytes of the answer are kept as they are, in base64. */
export function printOutcome(result: PortionResult): Buffer {
  const { status, response, error, upstream, rawUsage, reportedCost } = result;
  return Buffer.from(
    JSON.stringify({
      status,
      error,
      upstream: upstream && { statusCode: upstream.statusCode, requestId: upstream.requestId },
      raw_usage: rawUsage,
      reported_cost: reportedCost?.toString(),
      response: response?.toString('base64'),
    }),
  );
}

export function parseOutcome(bytes: Buffer): Outcome {
  const stored = JSON.parse(bytes.toString('utf8')) as {
    status: Outcome['status'];
    error?: Outcome['error'];
    upstream?: Outcome['upstream'];
    raw_usage?: unknown;
    reported_cost?: string;
    response?: string;
  };
  return {
    status: stored.status,
    ...(stored.error !== undefined && { error: stored.error }),
    ...(stored.upstream !== undefined && { upstream: stored.upstream }),
    ...(stored.raw_usage !== undefined && { rawUsage: stored.raw_usage }),
    ...(stored.reported_cost !== undefined && { reportedCost: BigInt(stored.reported_cost) }),
    ...(stored.response !== undefined && { response: Buffer.from(stored.response, 'base64') }),
  };
}
