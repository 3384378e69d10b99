import { transform, type Options } from '@swc/core';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** In node_modules, so that what was built finds the same dependencies. */
const CACHE = path.join(ROOT, 'node_modules/.cache/former-releases');
const OPTIONS: Options = {
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
};

function git(...options: string[]): string | undefined {
  try {
    return execFileSync('git', options, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/** The last release: the newest tag, or what `deploy/last-release` names. Undefined where the history does not reach there. */
export function findLastRelease(): string | undefined {
  const file = readFileSync(path.join(ROOT, 'deploy/last-release'), 'utf8');
  const named = file.split('\n').find((line) => /^[0-9a-f]{40}$/.test(line)) ?? '';
  const tagged = git('describe', '--tags', '--match', 'v[0-9]*', '--abbrev=0', 'HEAD');
  for (const name of [tagged, named]) {
    if (name === undefined) continue;
    const commit = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

/**
 * Builds the service of a commit with the dependencies of now, types unchecked: they were checked when it landed. Some seconds; a
 * second time it is there. @returns its entry
 */
export async function buildRelease(commit: string): Promise<string> {
  const home = path.join(CACHE, commit);
  if (!existsSync(home)) {
    const unfinished = `${home}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], {
      cwd: ROOT,
      maxBuffer: 1 << 30,
    });
    execFileSync('tar', ['x', '-C', unfinished], { input: archive });
    await compile(unfinished);
    renameSync(unfinished, home);
  }
  return path.join(home, 'dist/main.js');
}

async function compile(home: string): Promise<void> {
  const source = path.join(home, 'src');
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.spec\.ts$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const target = path.join(home, 'dist', path.relative(source, file));
    mkdirSync(path.dirname(target), { recursive: true });
    const content = readFileSync(file);
    if (!file.endsWith('.ts')) writeFileSync(target, content);
    else {
      const { code } = await transform(content.toString(), { ...OPTIONS, filename: file });
      writeFileSync(target.replace(/\.ts$/, '.js'), code);
    }
  }
  rmSync(source, { recursive: true });
}
