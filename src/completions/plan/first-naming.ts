import type { AnchoredRouters, AnchorRequest } from '../../routing/routers/anchored-routers.service.js';
import type { AttemptOutcome } from '../attempts/chat-attempt.js';
import type { Attempt } from '../attempts/attempt.js';

const NOT_FOUND = 404;
/** The marketplace's word for an id that it does not know is a 400. */
const BAD_REQUEST = 400;
const SAYS_UNKNOWN = /not a valid model|model_not_found|no such model|unknown model/i;

/**
 * The router of a model that a call is the first to name. It comes into being once the model's provider has answered with
 * anything but that it knows no such model: a misspelt id leaves nothing behind.
 */
export class FirstNaming {
  /** Known once it is created. */
  routerId: string | undefined;
  private creating: Promise<void> | undefined;

  constructor(
    private readonly request: AnchorRequest,
    private readonly routers: Pick<AnchoredRouters, 'ensureBeside'>,
  ) {}

  /** Never rejects. */
  create(): Promise<void> {
    this.creating ??= this.routers.ensureBeside(this.request).then((id) => {
      this.routerId = id;
    });
    return this.creating;
  }

  /** After the call: creates it if what was answered speaks for the model. Never rejects. */
  async settle(
    ended: readonly { readonly attempt: Attempt; readonly outcome: AttemptOutcome }[],
  ): Promise<void> {
    const answered = ended.filter(({ outcome }) => statusOf(outcome) > 0);
    const isUnknown = answered.some(({ attempt, outcome }) => this.isNamed(attempt) && saysUnknown(outcome));
    const isServed = answered.some(({ outcome }) => !saysUnknown(outcome));
    if (isServed && !isUnknown) await this.create();
  }

  private isNamed(attempt: Attempt): boolean {
    if (attempt.kind !== 'hosted') return false;
    const { model, publicId } = attempt.target;
    return (model?.id ?? publicId) === this.request.anchorModel;
  }
}

/** 0 when the provider gave none. */
function statusOf(outcome: AttemptOutcome): number {
  return outcome.kind === 'failed' || outcome.kind === 'cut' ? outcome.status : 200;
}

function saysUnknown(outcome: AttemptOutcome): boolean {
  const status = statusOf(outcome);
  if (status === NOT_FOUND) return true;
  return status === BAD_REQUEST && outcome.kind === 'failed' && SAYS_UNKNOWN.test(outcome.refusal);
}
