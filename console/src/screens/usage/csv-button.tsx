import { download } from '../../api/download.js';
import { usagePath, type UsageOf, type UsageQuestion } from '../../api/usage.js';
import { DownloadButton } from '../../ui/download-button.js';

export interface CsvButtonProps {
  readonly of: UsageOf;
  readonly query: UsageQuestion;
}

/** What the API has behind a chart or a table, exactly. */
export function CsvButton({ of, query }: CsvButtonProps) {
  const fileName = `usage-by-${query.group_by.replace(',', '-and-')}.csv`;
  return (
    <DownloadButton
      download={(progress) =>
        download({ path: usagePath(of), query: { ...query, format: 'csv' }, fileName }, progress)
      }
    />
  );
}
