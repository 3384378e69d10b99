import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config/read-settings.js';
import { readText } from './read-yaml.js';

const unit = readText('deploy/systemd/inference-gateway.service');
const valueOf = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

function hasSystemd(): boolean {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the systemd unit', () => {
  it('waits longer for a stop than the grace and what follows it', () => {
    const { shutdownDelayMs, shutdownGraceMs } = readSettings({});
    expect(Number(valueOf('TimeoutStopSec')) * 1_000).toBeGreaterThan(
      shutdownDelayMs + shutdownGraceMs + 20_000,
    );
  });

  it('lets the service write its data alone, and gain nothing', () => {
    expect(valueOf('ProtectSystem')).toBe('strict');
    expect(valueOf('NoNewPrivileges')).toBe('true');
    expect(valueOf('CapabilityBoundingSet')).toBe('');
    expect(valueOf('User')).toBe('inference-gateway');
    expect(valueOf('Environment')).toContain(`DATA_DIR=/var/lib/${valueOf('StateDirectory')}`);
  });

  it.skipIf(!hasSystemd())('is taken by systemd itself', () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'unit-'));
    const file = path.join(directory, 'inference-gateway.service');
    // Only the program's place is this machine's.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    try {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file]);
      expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
