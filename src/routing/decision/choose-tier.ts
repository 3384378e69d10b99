/** The tiers of a router, by the place of their model. */
export type TierName = 'big' | 'medium' | 'small';

/** Values of `tier` and `x-svc-tier` (spec section 3). */
export type Tier = 'group' | 'group-record' | 'strong' | 'small' | 'pinned' | 'fixed' | 'default' | 'client';

export type Tiers<Candidate> = Readonly<Partial<Record<TierName, Candidate>>>;

/** Only candidates that policy allows and that can serve the request. */
export interface TierInputs<Candidate> {
  readonly tiers: Tiers<Candidate>;
  /** The model that an anchored router is named for, also when it cannot serve the request. */
  readonly anchor?: Candidate | undefined;
  readonly kind: 'conversation' | 'machine';
  readonly quick: boolean;
  readonly complexity: number;
  readonly threshold: number;
  readonly pinned?: Candidate | undefined;
  /** The model assigned to the request's task group. */
  readonly assigned?: Candidate | undefined;
  /** The model that the group's record speaks for; only while automatic updates is on. */
  readonly record?: Candidate | undefined;
  /** Why the group's record speaks against a model, in words; only while automatic updates is on. */
  readonly failureOf?: ((candidate: Candidate) => string | undefined) | undefined;
}

export interface TierChoice<Candidate> {
  readonly tier: Tier;
  readonly candidate: Candidate;
  /** The place of the model in the router; absent for a pin, a group's model and a record pick. */
  readonly place: TierName | undefined;
  readonly reason: string;
}

const LABEL: Readonly<Record<TierName, Tier>> = { big: 'strong', medium: 'default', small: 'small' };
const HIGHER: Readonly<Record<TierName, readonly TierName[]>> = {
  small: ['medium', 'big'],
  medium: ['big'],
  big: [],
};
/** Where to look when a tier is empty: the next higher ones, then what is left. */
const ORDER: Readonly<Record<TierName, readonly TierName[]>> = {
  small: ['small', 'medium', 'big'],
  medium: ['medium', 'big', 'small'],
  big: ['big', 'medium', 'small'],
};

/**
 * The tier table of the spec (section 3) in the order of contract section 5; `undefined` when nothing can serve.
 * A choice that falls to another tier bears the label of the tier that serves in the end.
 */
export function chooseTier<Candidate>(inputs: TierInputs<Candidate>): TierChoice<Candidate> | undefined {
  return (
    chooseAmongTiers(inputs) ??
    chooseAnchor(
      inputs,
      'No model of the router can serve this request as it is: the named model answers for itself.',
    )
  );
}

/** With smart routing off: the Default model serves `auto`, or, where policy took it, the next tier under its own label. */
export function chooseDefault<Candidate>(allowed: Tiers<Candidate>): TierChoice<Candidate> | undefined {
  const choice = fromPlace(
    allowed,
    'medium',
    'Smart routing is off: `auto` is served by the default model of the router.',
    'is not set or not allowed',
  );
  return choice?.place === 'medium' ? { ...choice, tier: 'fixed' } : choice;
}

function chooseAmongTiers<Candidate>(inputs: TierInputs<Candidate>): TierChoice<Candidate> | undefined {
  const { tiers } = inputs;
  const direct = chooseDirectly(inputs);
  if (direct !== undefined) return direct;
  if (inputs.kind === 'conversation')
    return (
      chooseAnchor(inputs, 'A person may be talking: the named model answers.') ??
      fromPlace(tiers, 'big', 'A person may be talking: the top of the router answers.')
    );
  const choice = chooseByDifficulty(inputs);
  return choice && raiseAbove(choice, inputs);
}

function chooseByDifficulty<Candidate>(inputs: TierInputs<Candidate>): TierChoice<Candidate> | undefined {
  const { tiers } = inputs;
  if (inputs.complexity > inputs.threshold)
    return fromPlace(
      tiers,
      'big',
      'The task looks hard: its complexity is above the threshold of the router.',
    );
  if (inputs.quick && tiers.small !== undefined)
    return fromPlace(tiers, 'small', "A quick machine task: the router's small model is enough.");
  return fromPlace(
    tiers,
    'medium',
    "A machine task of ordinary difficulty: the router's default model serves.",
  );
}

/** A tier whose model the record shows to fail gives way to the next higher one whose model does not. */
function raiseAbove<Candidate>(
  choice: TierChoice<Candidate>,
  { tiers, failureOf }: TierInputs<Candidate>,
): TierChoice<Candidate> {
  const failure = failureOf?.(choice.candidate);
  if (failure === undefined || choice.place === undefined) return choice;
  for (const place of HIGHER[choice.place]) {
    const candidate = tiers[place];
    if (candidate === undefined || failureOf?.(candidate) !== undefined) continue;
    return { tier: 'group-record', candidate, place: undefined, reason: `${failure}: ${place} serves.` };
  }
  return choice;
}

function chooseDirectly<Candidate>({
  pinned,
  kind,
  assigned,
  record,
}: TierInputs<Candidate>): TierChoice<Candidate> | undefined {
  const place = undefined;
  if (pinned !== undefined)
    return { tier: 'pinned', candidate: pinned, place, reason: "The session's first decision is kept." };
  if (kind !== 'machine') return undefined;
  if (assigned !== undefined)
    return { tier: 'group', candidate: assigned, place, reason: 'A model is assigned to this task group.' };
  if (record !== undefined)
    return {
      tier: 'group-record',
      candidate: record,
      place,
      reason: "The cheapest model within a few points of the best of this task group's record.",
    };
  return undefined;
}

function chooseAnchor<Candidate>(
  { anchor }: TierInputs<Candidate>,
  reason: string,
): TierChoice<Candidate> | undefined {
  return anchor === undefined ? undefined : { tier: LABEL.big, candidate: anchor, place: 'big', reason };
}

function fromPlace<Candidate>(
  tiers: Tiers<Candidate>,
  wanted: TierName,
  reason: string,
  why = 'is not set or cannot serve this request',
): TierChoice<Candidate> | undefined {
  for (const place of ORDER[wanted]) {
    const candidate = tiers[place];
    if (candidate === undefined) continue;
    const fallen = place === wanted ? '' : ` Its ${wanted} model ${why}, so ${place} does.`;
    return { tier: LABEL[place], candidate, place, reason: reason + fallen };
  }
  return undefined;
}
