import type { PortionResult } from '../../upstreams/batches/batch-provider.js';

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

export function parseOutcome(bytes: Buffer, customId: string): PortionResult {
  const stored = JSON.parse(bytes.toString('utf8')) as {
    status: PortionResult['status'];
    error?: PortionResult['error'];
    upstream?: PortionResult['upstream'];
    raw_usage?: unknown;
    reported_cost?: string;
    response?: string;
  };
  return {
    customId,
    status: stored.status,
    error: stored.error,
    upstream: stored.upstream,
    rawUsage: stored.raw_usage,
    reportedCost: stored.reported_cost === undefined ? undefined : BigInt(stored.reported_cost),
    response: stored.response === undefined ? undefined : Buffer.from(stored.response, 'base64'),
  };
}
