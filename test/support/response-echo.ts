import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import type { ResponseEcho } from '../../src/wire/responses/answer/response-echo.js';

/** An echo whose item ids count, whose seal can be read, and whose tools are all functions. */
export function anEcho(
  overrides: Partial<ResponseEcho> = {},
  request = '{"model":"m","input":"hi"}',
): ResponseEcho {
  let items = 0;
  return {
    requestScan: scanTopLevel(Buffer.from(request)),
    responseId: 'resp_1',
    createdSeconds: 1_700_000_000,
    nowSeconds: () => 1_700_000_009,
    model: 'vendora/opus',
    store: true,
    previousResponseId: undefined,
    showEncrypted: false,
    toolNames: { lookup: (name) => ({ kind: 'function', name, namespace: undefined }) },
    seal: (details) => `sealed:${JSON.stringify(details)}`,
    newItemId: (prefix) => `${prefix}_${(items += 1)}`,
    ...overrides,
  };
}
