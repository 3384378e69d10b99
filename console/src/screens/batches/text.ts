import { pickText } from '../../text/pick-text.js';
import type { Batch } from '../../api/batches.js';

const statuses: Readonly<Record<Batch['status'], string>> = {
  in_progress: 'In progress',
  canceling: 'Canceling',
  ended: 'Ended',
  failed: 'Failed',
};

export const text = pickText({
  en: {
    title: 'Batches',
    table: 'Batches',
    batch: (id: string) => `Batch ${id}`,
    id: 'Batch',
    status: 'Status',
    statuses,
    progress: 'Progress',
    requests: 'Requests',
    succeeded: 'Succeeded',
    errored: 'Errored',
    canceled: 'Canceled',
    expired: 'Expired',
    estimate: 'Estimate',
    billed: 'Billed',
    notYet: 'When it has ended',
    created: 'Created',
    ended: 'Ended',
    key: 'Key',
    portions: 'Portions',
    portion: (index: number, provider: string) => `Portion ${index}, ${provider}`,
    done: (done: string, total: string) => `${done} of ${total}`,
    cancel: 'Cancel',
    cancelTitle: 'Cancel this batch?',
    cancelEffect:
      'What is done already returns results and is billed. The rest comes back canceled, and the money held for it is free again.',
    cancelDo: 'Cancel batch',
    results: 'Results',
    noResults: 'Results are there once the batch has ended, for as long as they are kept.',
    whyFailed: 'Why it failed',
    emptyTitle: 'No batches',
    empty:
      'Many requests at once, at the batch rate. A key of this project makes one, here or through the batch clients of the SDKs:',
  },
});
