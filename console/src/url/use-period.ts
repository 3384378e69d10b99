import { gatewayNow } from '../clock/now.js';
import { useState } from 'preact/hooks';
import { timeText } from './params.js';
import { startOf, type Period, type PeriodName } from './period.js';
import { useParams } from './use-params.js';

const SPEC = { from: timeText, to: timeText };

export interface ChosenPeriod {
  /** What lists are asked with: `from` is always there. */
  readonly query: { readonly from: string; readonly to: string | undefined };
  /** For `PeriodPicker`. */
  readonly shown: Period;
  readonly choose: (period: Period) => void;
}

/** The period in the URL, else one that ends now. It begins where it began when the screen was opened, so that its reads stay the same. */
export function usePeriod(usual: PeriodName): ChosenPeriod {
  const [{ from, to }, set] = useParams(SPEC);
  const [opened] = useState(() => gatewayNow());
  const usualFrom = (now: number): string => startOf(usual, to === undefined ? now : Date.parse(to));
  return {
    query: { from: from ?? usualFrom(opened), to },
    shown: { from: from ?? usualFrom(gatewayNow()), to },
    choose: (period) => set({ from: period.from, to: period.to }),
  };
}
