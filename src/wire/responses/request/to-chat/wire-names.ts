import { createHash } from 'node:crypto';
import type { CallersTool, ToolNames } from '../chat-form.js';
import { wireNameIn } from '../wire-name.js';

/** What every upstream takes. */
const MAX_NAME_CHARS = 64;
const HASH_CHARS = 8;
const OTHER_CHARS = /[^a-zA-Z0-9_-]/g;

/**
 * Gives every tool of a request a name that is one function's alone: its own, or that of its namespace before it, or, where that is
 * taken or too long, one with a hash. It depends on the tools before it alone, so that an unchanged request keeps its names.
 */
export class WireNames implements ToolNames {
  private readonly tools = new Map<string, CallersTool>();
  /** By namespace and name. */
  private readonly names = new Map<string, string>();

  /** The name of a tool that is offered; the same one when it is offered again. */
  assign(tool: CallersTool): string {
    const key = keyOf(tool);
    const known = this.names.get(key);
    if (known !== undefined && this.tools.get(known)?.kind === tool.kind) return known;
    const name = this.freeName(tool);
    this.tools.set(name, tool);
    if (known === undefined) this.names.set(key, name);
    return name;
  }

  /** The name of a tool that is spoken of; one that is not offered gets a name too. */
  nameOf(tool: CallersTool): string {
    return this.names.get(keyOf(tool)) ?? this.assign(tool);
  }

  /** `undefined` when it is not offered. */
  find(tool: Pick<CallersTool, 'name' | 'namespace'>): string | undefined {
    return this.names.get(keyOf(tool));
  }

  lookup(wireName: string): CallersTool {
    return this.tools.get(wireName) ?? { kind: 'function', name: wireName, namespace: undefined };
  }

  private freeName({ kind, name, namespace }: CallersTool): string {
    const wanted = wireNameIn(namespace, name).replace(OTHER_CHARS, '_');
    if (wanted.length <= MAX_NAME_CHARS && wanted !== '' && !this.tools.has(wanted)) return wanted;
    for (let attempt = 0; ; attempt += 1) {
      const hash = createHash('sha256')
        .update(JSON.stringify([kind, namespace, name, attempt]))
        .digest('hex')
        .slice(0, HASH_CHARS);
      const candidate = `${wanted.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1)}_${hash}`;
      if (!this.tools.has(candidate)) return candidate;
    }
  }
}

function keyOf({ name, namespace }: Pick<CallersTool, 'name' | 'namespace'>): string {
  return JSON.stringify([namespace ?? '', name]);
}
