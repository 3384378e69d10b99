/** The tiers of a router, by the place of their model. */
export type TierName = 'big' | 'medium' | 'small';

/** Values of `tier` and `x-svc-tier` (spec section 3). */
export type Tier = 'group' | 'group-record' | 'strong' | 'small' | 'pinned' | 'fixed' | 'default' | 'client';

export type Tiers<Candidate> = Readonly<Partial<Record<TierName, Candidate>>>;

/** Only candidates that policy allows and that can serve the request. */
export interface TierInputs<Candidate> {
  readonly smartRouting: boolean;
  readonly tiers: Tiers<Candidate>;
  readonly kind: 'conversation' | 'machine';
  readonly quick: boolean;
  readonly complexity: number;
  readonly threshold: number;
  readonly pinned?: Candidate | undefined;
  /** The model assigned to the request's task group. */
  readonly assigned?: Candidate | undefined;
  /** The model that the group's record speaks for; only while automatic updates is on. */
  readonly record?: Candidate | undefined;
}

export interface TierChoice<Candidate> {
  readonly tier: Tier;
  readonly candidate: Candidate;
  /** The place of the model in the router; absent for a pin, a group's model and a record pick. */
  readonly place: TierName | undefined;
  readonly reason: string;
}

const LABEL: Readonly<Record<TierName, Tier>> = { big: 'strong', medium: 'default', small: 'small' };
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
  const { tiers } = inputs;
  if (!inputs.smartRouting) {
    const choice = fromPlace(tiers, 'medium', "Smart routing is off: the router's default model serves.");
    if (choice === undefined) return undefined;
    const { candidate, place, reason } = choice;
    return { tier: 'fixed', candidate, place, reason };
  }
  const direct = chooseDirectly(inputs);
  if (direct !== undefined) return direct;
  if (inputs.kind === 'conversation')
    return fromPlace(tiers, 'big', 'A person may be talking: the top of the router answers.');
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

function fromPlace<Candidate>(
  tiers: Tiers<Candidate>,
  wanted: TierName,
  reason: string,
): TierChoice<Candidate> | undefined {
  for (const place of ORDER[wanted]) {
    const candidate = tiers[place];
    if (candidate === undefined) continue;
    const fallen =
      place === wanted
        ? ''
        : ` Its ${wanted} model is not set or cannot serve this request, so ${place} does.`;
    return { tier: LABEL[place], candidate, place, reason: reason + fallen };
  }
  return undefined;
}
