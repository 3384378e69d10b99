import type { Caller } from '../../auth/caller.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import type { AnchorRequest } from '../routers/anchored-routers.service.js';
import type { Router } from '../routers/router-directory.service.js';
import type { TierModels } from '../routers/router-rules.js';
import type { RouteQuestion } from './decision.js';
import type { RequestNeeds } from './request-needs.js';

/** The router that a question goes to, with its tiers at this moment. */
export interface RouterInForce {
  readonly router: Pick<
    Router,
    'name' | 'anchorModel' | 'threshold' | 'recordThreshold' | 'outageFallback'
  > & {
    readonly id: string | undefined;
    /** Present while the router is not there. */
    readonly toCreate?: AnchorRequest;
  };
  readonly tiers: TierModels;
  readonly named: ServableModelId | undefined;
}

/** A router that is to be tried: a kept one, or a draft without an id. */
export interface RouterToPreview extends Omit<RouterInForce['router'], 'toCreate'> {
  /** As they are kept. */
  readonly tiers: TierModels;
}

/** A question with who asks it, and what a model must be able to do to answer it. */
export interface Asked {
  readonly caller: Caller;
  readonly question: RouteQuestion;
  readonly needs: RequestNeeds;
}
