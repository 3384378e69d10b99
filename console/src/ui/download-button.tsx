import { useEffect, useRef, useState } from 'preact/hooks';
import { formatBytes } from '../format/numbers.js';
import { Alert } from './alert.js';
import { Button } from './button.js';
import { text } from './text.js';

export interface DownloadButtonProps {
  /** `Download CSV` when absent. */
  readonly label?: string;
  /** `(progress) => download({path, query, fileName}, progress)` of api/download.ts. */
  readonly download: (progress: {
    readonly onProgress: (bytes: number) => void;
    readonly signal: AbortSignal;
  }) => Promise<void>;
}

/** A file through a request of ours; says how much has come, and ends with the screen. */
export function DownloadButton({ label = text.downloadCsv, download }: DownloadButtonProps) {
  const [bytes, setBytes] = useState<number>();
  const [error, setError] = useState<string>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setError(undefined);
    setBytes(0);
    try {
      await download({ onProgress: setBytes, signal: controller.signal });
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure instanceof Error ? failure.message : String(failure));
    }
    setBytes(undefined);
  };
  return (
    <span class="download">
      <Button isBusy={bytes !== undefined} onClick={() => void start()}>
        {label}
      </Button>
      <span role="status">{bytes !== undefined && text.downloading(formatBytes(bytes))}</span>
      {error !== undefined && <Alert>{error}</Alert>}
    </span>
  );
}
