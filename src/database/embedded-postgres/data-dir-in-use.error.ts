/** Another gateway process holds this data directory. The message is one line, fit to be the only thing a start prints. */
export class DataDirInUseError extends Error {
  readonly dataDir: string;
  readonly pid: number | undefined;

  constructor({ dataDir, pid }: { dataDir: string; pid: number | undefined }) {
    const holder = pid === undefined ? 'another gateway' : `another gateway (pid ${pid})`;
    super(
      `The data directory ${dataDir} is in use by ${holder}. Stop it first, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirInUseError';
    this.dataDir = dataDir;
    this.pid = pid;
  }
}
