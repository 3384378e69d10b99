import type { ChatShapeInput, ShapedChat } from './chat-shape.js';
import { shapeForHosted } from './shape-for-hosted.js';
import { shapeForMarketplace } from './shape-for-marketplace.js';
import { shapeForProviderA } from './shape-for-provider-a.js';
import { shapeForProviderB } from './shape-for-provider-b.js';

/** Fits a chat request to the upstream that will run it. @throws InvalidRequestError when it cannot be said there. */
export function shapeChat(input: ChatShapeInput): ShapedChat {
  switch (input.target.upstream) {
    case 'provider_a':
      return shapeForProviderA(input);
    case 'provider_b':
      return shapeForProviderB(input);
    case 'marketplace':
      return shapeForMarketplace(input);
    case 'hosted':
      return shapeForHosted(input);
  }
}
