import { GatewayError } from '../lib/gateway-error.js';

/** The address may not be called: 400 at registration, 502 when a call finds it so. */
export class EndpointAddressRefusedError extends GatewayError {
  constructor({ status, reason }: { status: 400 | 502; reason: string }) {
    super({
      status,
      code: 'endpoint_address_refused',
      param: status === 400 ? 'base_url' : undefined,
      message: `The endpoint's address was refused: ${reason}. Register an https address that resolves publicly.`,
    });
  }
}
