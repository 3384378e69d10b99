import { InvalidRouterError, RouterModelsForbiddenError, type FieldFault } from './router-errors.js';
import type { TierModels } from './router-rules.js';
import {
  emptyRouterFaults,
  judgeAnchor,
  judgeTierChanges,
  type JudgedTiers,
  type TierChanges,
  type TierPolicy,
} from './router-rules-tiers.js';

/** What a request says about a router; what is absent stays. */
export interface RouterChanges {
  readonly name?: string;
  readonly tiers?: TierChanges;
  readonly auto?: boolean;
  readonly threshold?: number | null;
  readonly anchorModel?: string;
  readonly outageFallback?: boolean;
}

/** What of a router is versioned. */
export interface RouterState {
  readonly name: string;
  readonly auto: boolean;
  readonly threshold: number | null;
  readonly big: string | null;
  readonly medium: string | null;
  readonly small: string | null;
  readonly outageFallback: boolean;
}

type ModelPolicy = Omit<TierPolicy, 'anchorModel'>;

/**
 * What a new router will be. The first that can have the auto mark has it: a project with a router of its own always has one
 * auto router.
 * @throws InvalidRouterError (400) listing every bad field, RouterModelsForbiddenError (403)
 */
export function planCreation(
  changes: RouterChanges & { readonly name: string },
  { hasAuto, ...policy }: ModelPolicy & { readonly hasAuto: boolean },
): { readonly anchorModel: string | undefined; readonly state: RouterState } {
  const anchor = changes.anchorModel === undefined ? undefined : judgeAnchor(changes.anchorModel, policy);
  const anchored = anchor !== undefined;
  const anchorModel = anchor?.kind === 'kept' ? anchor.anchorModel : undefined;
  // Tiers under an anchor that is refused are judged as any router's: what else is wrong with them is told at once.
  const judged = judgeTierChanges(changes.tiers ?? {}, { ...policy, anchorModel });
  const tiers = {
    ...NO_TIERS,
    ...judged.changes,
    ...(anchorModel === undefined ? {} : { big: anchorModel }),
  };
  refuse(judged, {
    faults: [
      ...(anchor?.kind === 'fault' ? [anchor.fault] : []),
      ...(anchored || isRefused(judged) ? [] : emptyFaults(tiers)),
      ...autoFaults({ wanted: changes.auto, isAuto: !hasAuto && !anchored, anchored }),
    ],
    forbidden: anchor?.kind === 'forbidden' ? [anchor.fault] : [],
  });
  const auto = !anchored && (changes.auto ?? !hasAuto);
  const { name, threshold = null, outageFallback = false } = changes;
  return { anchorModel, state: { name, auto, threshold, outageFallback, ...tiers } };
}

/**
 * What a router will be after a change; `undefined` when it changes nothing. Only the tiers that are named are judged, so
 * that a model which has since been forbidden does not stand in the way of other changes.
 * @throws InvalidRouterError (400) listing every bad field, RouterModelsForbiddenError (403)
 */
export function planChange(
  before: RouterState & { readonly anchorModel: string | null },
  changes: RouterChanges,
  policy: ModelPolicy,
): RouterState | undefined {
  const anchorModel = before.anchorModel ?? undefined;
  const judged = judgeTierChanges(changes.tiers ?? {}, { ...policy, anchorModel });
  const { name, auto, threshold, big, medium, small } = before;
  const tiers = { big, medium, small, ...judged.changes };
  refuse(judged, {
    faults: [
      ...(changes.tiers === undefined || isRefused(judged) ? [] : emptyFaults(tiers)),
      ...autoFaults({ wanted: changes.auto, isAuto: auto, anchored: anchorModel !== undefined }),
      ...anchorFaults(changes.anchorModel, anchorModel),
    ],
    forbidden: [],
  });
  const after: RouterState = {
    name: changes.name ?? name,
    auto: auto || changes.auto === true,
    threshold: changes.threshold === undefined ? threshold : changes.threshold,
    outageFallback: changes.outageFallback ?? before.outageFallback,
    ...tiers,
  };
  return isSame(before, after) ? undefined : after;
}

const NO_TIERS = { big: null, medium: null, small: null };

function isRefused({ faults, forbidden }: JudgedTiers): boolean {
  return faults.length + forbidden.length > 0;
}

/** 400 before 403: what cannot be saved by anyone is told before what the toggle forbids. */
function refuse(
  judged: JudgedTiers,
  more: { faults: readonly FieldFault[]; forbidden: readonly FieldFault[] },
): void {
  const faults = [...judged.faults, ...more.faults];
  const forbidden = [...more.forbidden, ...judged.forbidden];
  if (faults.length > 0) throw new InvalidRouterError([...faults, ...forbidden]);
  if (forbidden.length > 0) throw new RouterModelsForbiddenError(forbidden);
}

function emptyFaults(tiers: Readonly<Record<keyof TierModels, string | null>>): readonly FieldFault[] {
  const { big, medium, small } = tiers;
  return emptyRouterFaults({ big: big ?? undefined, medium: medium ?? undefined, small: small ?? undefined });
}

function autoFaults({
  wanted,
  isAuto,
  anchored,
}: {
  wanted: boolean | undefined;
  isAuto: boolean;
  anchored: boolean;
}): FieldFault[] {
  if (wanted === true && anchored) return [{ field: 'auto', message: AUTO_NEEDS_OWN_ROUTER }];
  if (wanted === false && isAuto) return [{ field: 'auto', message: AUTO_ONLY_MOVES }];
  return [];
}

const AUTO_NEEDS_OWN_ROUTER =
  '`auto` cannot be true for a router that is anchored on a model of the code; mark another router.';
const AUTO_ONLY_MOVES =
  '`auto` cannot be false for the auto router of a project; mark another router with `auto: true`, and the mark moves there.';

function anchorFaults(wanted: string | undefined, anchorModel: string | undefined): FieldFault[] {
  if (wanted === undefined || wanted === anchorModel) return [];
  const way = 'create a router with that `anchor_model`, or name the model in a call';
  return [{ field: 'anchor_model', message: `\`anchor_model\` of a router cannot be changed; ${way}.` }];
}

function isSame(one: RouterState, other: RouterState): boolean {
  return (['name', 'auto', 'threshold', 'big', 'medium', 'small', 'outageFallback'] as const).every(
    (key) => one[key] === other[key],
  );
}
