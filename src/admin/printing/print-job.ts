import type { Steps } from '../../lib/steps.js';
import { printPage, type PageText } from '../calls/print-page.js';
import { printUsage, type UsageText } from '../usage/print-usage.js';

/** A long answer that is to be printed. Plain data: it may go to another thread. */
export type PrintJob =
  | { readonly kind: 'calls'; readonly page: PageText }
  | { readonly kind: 'usage'; readonly report: UsageText };

/** Its JSON, in steps. */
export const printed = (job: PrintJob): Steps<string> =>
  job.kind === 'calls' ? printPage(job.page) : printUsage(job.report);

export function charactersOf(job: PrintJob): number {
  if (job.kind === 'calls') return job.page.texts.length;
  return job.report.rows.texts.reduce((sum, text) => sum + text.length, 0);
}
