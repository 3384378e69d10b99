import { GatewayError } from '../../lib/gateway-error.js';

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

/** 401 too: of a link that signs in once. */
export class SpentSignInError extends GatewayError {
  constructor() {
    super({
      status: 401,
      code: 'invalid_admin_token',
      message:
        'This sign-in link was used, or its time is over. Sign in with the admin token that the start printed.',
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}
