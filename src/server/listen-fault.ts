/** A listener that did not come up, as one line that names the setting and the way out; other errors as they are. */
export function explainListenFault(
  error: unknown,
  { name, port, host }: { name: 'PORT' | 'BATCH_GATEWAY_PORT'; port: number | 'off'; host: string },
): unknown {
  const line = listenLine(codeOf(error), { name, port, host });
  return line === undefined ? error : new Error(line, { cause: error });
}

function listenLine(
  code: unknown,
  { name, port, host }: { name: string; port: number | 'off'; host: string },
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `${name}: ${port} is in use by another process; set another ${name}, or end that process.`;
    case 'EACCES':
      return `${name}: ${port} may not be opened by this account; set ${name} to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${JSON.stringify(host)} is no address of this machine (${code}); set HOST to one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return undefined;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
