/** What `postmaster.pid` in a cluster says. PostgreSQL writes it at start and removes it at a clean stop. */
export interface PostmasterPidFile {
  pid: number;
  /** Absent while the server is still starting. */
  port: number | undefined;
}

/** Larger than any process id of Linux, macOS or Windows, and still a positive 32-bit number for PostgreSQL. */
const PID_OF_NOBODY = 2_147_483_646;

const PORT_LINE = 3;

/** @returns undefined when the file is empty or cut off, as a crash or a full disk leaves it. */
export function parsePostmasterPidFile(text: string): PostmasterPidFile | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const port = Number(lines[PORT_LINE]);
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined };
}

/**
 * The same file with a process id that nobody has. PostgreSQL refuses to start when the recorded id is alive, whoever has
 * it now. The file is not removed, because its other lines let PostgreSQL find backends that outlived their postmaster.
 */
export function disownPostmasterPidFile(text: string): string {
  return [String(PID_OF_NOBODY), ...text.split('\n').slice(1)].join('\n');
}
