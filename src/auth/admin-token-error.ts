import { GatewayError } from '../lib/gateway-error.js';

/** 401 of everything that an API key does not open. */
export class InvalidAdminTokenError extends GatewayError {
  constructor() {
    super({
      status: 401,
      code: 'invalid_admin_token',
      message:
        "The management API takes the operator's token or an organization's admin token as `Authorization: Bearer <token>`. API keys do not open it.",
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}
