import { GatewayError } from '../../lib/gateway-error.js';
import { idTime } from '../../lib/ids.js';
import { NotFoundError } from '../admin-scope.js';

/** Whoever asks for an old receipt is told that receipts are not kept for ever, whether there was one or not. */
export function missingCall(id: string, keptSinceMs: number | undefined): GatewayError {
  const madeMs = idTime(id);
  if (keptSinceMs === undefined || madeMs === undefined || madeMs >= keptSinceMs)
    return new NotFoundError('call', id);
  const [since] = new Date(keptSinceMs).toISOString().split('T');
  return new GatewayError({
    status: 404,
    code: 'not_found',
    message: `Calls are kept since ${since} (\`CALL_RETENTION\`), and ${JSON.stringify(id.slice(0, 100))} would be older. What it cost is still in the usage and on the ledger.`,
  });
}
