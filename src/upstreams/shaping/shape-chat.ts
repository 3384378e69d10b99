import { atOnce, inPieces } from '../../lib/steps.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import type { ChatShapeInput, ShapedChat } from './chat-shape.js';
import { shapeForHosted } from './shape-for-hosted.js';
import { shapeForMarketplace } from './shape-for-marketplace.js';
import { shapeForProviderA } from './shape-for-provider-a.js';
import { mustBeStripped, shapeForProviderB } from './shape-for-provider-b.js';
import { stripMessageExtensions } from './strip-message-extensions.js';

/** A body of this size may hold thousands of messages or parts, each of which is built and printed anew. */
const IN_PIECES_FROM_BYTES = 65_536;

/** Fits a chat request to the upstream that will run it. @throws InvalidRequestError when it cannot be said there. */
export function shapeChat(input: ChatShapeInput): ShapedChat {
  switch (input.target.upstream) {
    case 'provider_a':
      return atOnce(shapeForProviderA(input));
    case 'provider_b':
      return shapeForProviderB(input);
    case 'marketplace':
      return shapeForMarketplace(input);
    case 'hosted':
      return shapeForHosted(input);
  }
}

/** The same beside other calls: what would take long is done in pieces, so that none of them waits for it. */
export function shapeLiveChat(input: ChatShapeInput): ShapedChat | Promise<ShapedChat> {
  const { scan, target } = input;
  if (scan.bytes.length < IN_PIECES_FROM_BYTES) return shapeChat(input);
  if (target.upstream === 'provider_a') return inPieces(shapeForProviderA(input));
  if (target.upstream === 'provider_b' && mustBeStripped(input)) return stripAndShape(input);
  return shapeChat(input);
}

async function stripAndShape(input: ChatShapeInput): Promise<ShapedChat> {
  const scan = scanTopLevel(await inPieces(stripMessageExtensions(input.scan)));
  return shapeForProviderB({ ...input, scan, hasForeignMembers: false });
}
