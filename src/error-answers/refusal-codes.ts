/*
 * `code` values that several surfaces may answer with, as the OpenAPI document lists them by status: what one check refuses stands here
 * once, so that a new code of it is told of every surface.
 */

/** 401, of an API key. */
export const KEY_CODES = 'invalid_api_key, key_disabled, key_expired';
/** 402, of what a call may still spend. */
export const MONEY_CODES =
  'insufficient_balance, key_limit_reached, project_limit_reached, reserved_in_flight, card_declined';
/** 403, of what a project and a key may ask for. */
export const POLICY_CODES = 'chinese_models_off, model_not_allowed, zero_retention_unavailable';
/** 408, of a body that does not come. */
export const BODY_TIME_CODES = 'body_stalled, body_too_slow';
/** 415, of the form that a body comes in. */
export const BODY_FORM_CODES = 'unsupported_media_type, unsupported_content_encoding';
