import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject, readText } from './read-yaml.js';

const lines = readText('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'));
const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
const valuesOf = (instruction: string, among = lines): string[] =>
  among
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1).trim());

describe('the image', () => {
  it('is built on one line of Node in all stages, which the gate tests too', () => {
    expect(valuesOf('ARG')).toContain('NODE_LINE=24');
    for (const from of valuesOf('FROM')) expect(from).toMatch(/^\$\{NODE_IMAGE\}(?: AS \w+)?$/);
    expect(readText('.ci/run').includes('NODE_LINE')).toBe(true);
    expect(readText('README.md').includes('Node.js 24')).toBe(true);
  });

  it('runs as an account that is not root, by number, and owns nothing but its data', () => {
    expect(valuesOf('USER', lastStage)).toEqual(['1000:1000']);
    expect(valuesOf('COPY', lastStage).filter((copy) => copy.includes('--chown'))).toEqual([]);
    expect(lastStage.filter((line) => line.includes('chown'))).toHaveLength(1);
    expect(valuesOf('VOLUME', lastStage)).toEqual(['/data']);
  });

  it('holds what runs, and none of what builds', () => {
    const copies = valuesOf('COPY', lastStage);
    expect(copies).toContain('--from=dependencies /app/node_modules ./node_modules');
    expect(valuesOf('RUN')).toContain('npm ci --omit=dev --omit=optional');
    expect(copies.some((copy) => copy.includes('src'))).toBe(false);
  });

  it('says where it came from', () => {
    const labels = valuesOf('LABEL', lastStage).join(' ');
    for (const name of [
      'title',
      'description',
      'licenses',
      'version',
      'revision',
      'created',
      'source',
      'base.name',
    ])
      expect(labels).toMatch(
        new RegExp(`org\\.opencontainers\\.image\\.${name.replace('.', '\\.')}="[^"]+"`),
      );
    // A label of an argument that the stage does not declare would be empty.
    for (const [, name] of labels.matchAll(/\$\{(\w+)\}/g))
      expect(valuesOf('ARG', lastStage).some((argument) => argument.split('=')[0] === name)).toBe(true);
  });

  it('copies what there is', () => {
    for (const copy of valuesOf('COPY').filter((one) => !one.startsWith('--from')))
      for (const source of copy.split(/\s+/).slice(0, -1)) expect(existsSync(inProject(source))).toBe(true);
  });
});
