/**
 * What the console needs and no more: its own files, and calls of this service. Neither it nor what models and callers wrote can
 * bring in a script, a style or a picture from elsewhere, write markup, post a form or be framed.
 */
const CONSOLE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Of every answer below `/console`, files too: one that is opened by itself is a document as well. */
export const CONSOLE_HEADERS = {
  'content-security-policy': CONSOLE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;
