import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Recommendations',
    none: 'Nothing to recommend now. A recommendation appears when the record of judged tasks speaks for another model or threshold.',
    followed:
      'Automatic updates are on: what the record speaks for is followed by itself, so nothing waits here. Turn them off under Permissions to be asked first.',
    threshold: (from: string, to: string) => `Threshold from ${from} to ${to}`,
    defaultThreshold: 'the default',
    success: 'Success',
    judged: (count: string) => `of ${count} judged`,
    noneJudged: 'nothing judged',
    price: (usd: string) => `${usd} a million tokens of this traffic`,
    model: 'Model',
    evidence: 'Evidence',
    now: 'now',
    recommended: 'recommended',
    difference: 'Difference',
    points: (points: string, low: string, high: string) =>
      `${points} points (95% interval ${low} to ${high})`,
    saving: 'Saving a month',
    dearer: 'More a month',
    traffic: 'Traffic',
    trafficText: (calls: string, days: number) =>
      `${calls === '1' ? '1 call' : `${calls} calls`} in ${days} days`,
    approve: 'Approve',
    dismiss: 'Dismiss',
    approveEffectGroup: 'Approve assigns the recommended model to the task group.',
    approveEffectThreshold: 'Approve sets the threshold of the router.',
  },
});
