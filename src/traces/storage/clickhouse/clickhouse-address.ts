/** Where ClickHouse answers over HTTP, and who asks. */
export interface ClickHouseAddress {
  /** Without credentials. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

const USUAL_PORTS = { http: '8123', https: '8443' } as const;

/** @param tracesUrl `clickhouse://user:password@host:port/database`, or `clickhouses://` for TLS */
export function readClickHouseAddress(tracesUrl: string): ClickHouseAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(tracesUrl);
  const scheme = protocol === 'clickhouses:' ? 'https' : 'http';
  return {
    url: `${scheme}://${hostname}:${port === '' ? USUAL_PORTS[scheme] : port}`,
    username: username === '' ? 'default' : decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.length > 1 ? decodeURIComponent(pathname.slice(1)) : 'default',
  };
}
