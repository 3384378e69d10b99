import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { readYaml, type Parsed } from './read-yaml.js';

/**
 * Renders a chart as `helm template` does, as far as charts here go: Go's actions if, else, range, with, define and variables, its
 * trim marks, pipelines, and the functions below. Anything else is an error, so that a chart cannot quietly leave what this knows.
 * Compared with Go's own text/template and Sprig where they are installed (chart.spec.ts).
 */
export interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly values?: object;
}

type Value = unknown;
type Scope = Map<string, Value>;

interface Node {
  readonly kind: 'text' | 'action' | 'if' | 'range' | 'with' | 'define';
  readonly text: string;
  /** Of blocks: one for each branch, with its condition; the last may have none. */
  readonly branches: { readonly condition: string | undefined; readonly body: Node[] }[];
}

const BLOCKS = new Set(['if', 'range', 'with', 'define']);

/** @returns the text of each template file, by its name */
export function renderChart(
  directory: string,
  { name, namespace, values = {} }: Release,
): Map<string, string> {
  const chart = readYaml(readFileSync(path.join(directory, 'Chart.yaml'), 'utf8'));
  const defaults = readYaml(readFileSync(path.join(directory, 'values.yaml'), 'utf8'));
  const root = {
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: name, Namespace: namespace, Service: 'Helm' },
    Values: merge(defaults, values),
  };
  const folder = path.join(directory, 'templates');
  const files = readdirSync(folder).sort();
  const trees = new Map(files.map((file) => [file, parse(readFileSync(path.join(folder, file), 'utf8'))]));
  const templates = new Map<string, Node[]>();
  for (const tree of trees.values())
    for (const node of tree)
      if (node.kind === 'define') templates.set(unquote(node.text), node.branches[0]?.body ?? []);
  const renderer = new Renderer(templates, root);
  return new Map(
    [...trees]
      .filter(([file]) => file.endsWith('.yaml'))
      .map(([file, tree]) => [file, renderer.render(tree, root)]),
  );
}

function merge(base: Parsed, over: Parsed): Parsed {
  if (!isObject(base) || !isObject(over)) return over ?? base;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...names].map((name) => [name, merge(base[name], over[name])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(source: string): Node[] {
  const parts = source.split(/(\{\{-?[\s\S]*?-?\}\})/);
  for (const [at, part] of parts.entries()) {
    if (!part.startsWith('{{')) continue;
    if (part.startsWith('{{-')) parts[at - 1] = (parts[at - 1] ?? '').trimEnd();
    if (part.endsWith('-}}')) parts[at + 1] = (parts[at + 1] ?? '').trimStart();
  }
  const top: Node[] = [];
  const open: Node[] = [];
  const body = (): Node[] => open.at(-1)?.branches.at(-1)?.body ?? top;
  for (const part of parts) {
    if (!part.startsWith('{{')) {
      if (part !== '') body().push({ kind: 'text', text: part, branches: [] });
      continue;
    }
    const action = part.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '');
    const [, word = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(action) ?? [];
    if (action.startsWith('/*')) continue;
    if (BLOCKS.has(word)) {
      const node = { kind: word as Node['kind'], text: rest, branches: [{ condition: rest, body: [] }] };
      body().push(node);
      open.push(node);
    } else if (word === 'else') {
      open
        .at(-1)
        ?.branches.push({ condition: rest === '' ? undefined : rest.replace(/^if\s+/, ''), body: [] });
    } else if (word === 'end') {
      if (open.pop() === undefined) throw new Error('an end without a beginning');
    } else body().push({ kind: 'action', text: action, branches: [] });
  }
  if (open.length > 0)
    throw new Error(`no end of ${open.map(({ kind, text }) => `${kind} ${text}`).join(', ')}`);
  return top;
}

class Renderer {
  constructor(
    private readonly templates: ReadonlyMap<string, Node[]>,
    private readonly root: Value,
  ) {}

  render(nodes: readonly Node[], dot: Value, scope: Scope = new Map([['$', this.root]])): string {
    return nodes.map((node) => this.renderNode(node, dot, scope)).join('');
  }

  private renderNode(node: Node, dot: Value, scope: Scope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'define':
        return '';
      case 'action':
        return this.renderAction(node.text, dot, scope);
      case 'range':
        return this.renderRange(node, dot, scope);
      case 'if':
      case 'with':
        for (const { condition, body } of node.branches) {
          const value = condition === undefined ? true : this.evaluate(condition, dot, scope);
          if (!isTrue(value)) continue;
          const inner = node.kind === 'with' && condition !== undefined ? value : dot;
          return this.render(body, inner, new Map(scope));
        }
        return '';
    }
  }

  private renderAction(text: string, dot: Value, scope: Scope): string {
    const [, name, expression] = /^(\$\w+)\s*:?=\s*([\s\S]+)$/.exec(text) ?? [];
    if (name === undefined || expression === undefined) return print(this.evaluate(text, dot, scope));
    scope.set(name, this.evaluate(expression, dot, scope));
    return '';
  }

  private renderRange({ text, branches }: Node, dot: Value, scope: Scope): string {
    const [, first, second, expression = text] =
      /^(\$\w+)(?:\s*,\s*(\$\w+))?\s*:=\s*([\s\S]+)$/.exec(text) ?? [];
    const over = this.evaluate(expression, dot, scope);
    const entries: [Value, Value][] = Array.isArray(over)
      ? [...over.entries()]
      : // Go goes through maps by their sorted keys.
        Object.entries(isObject(over) ? over : {}).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([key, value]) => {
        const inner = new Map(scope);
        if (first !== undefined) inner.set(first, second === undefined ? value : key);
        if (second !== undefined) inner.set(second, value);
        return this.render(branches[0]?.body ?? [], value, inner);
      })
      .join('');
  }

  private evaluate(expression: string, dot: Value, scope: Scope): Value {
    let piped: Value[] = [];
    for (const stage of splitAtTop(expression, '|')) {
      const words = splitAtTop(stage.trim(), ' ');
      const [head = '', ...rest] = words;
      const given = rest.map((word) => this.operand(word, dot, scope));
      const isCall = /^[a-zA-Z]\w*$/.test(head) && !['true', 'false', 'nil'].includes(head);
      if (!isCall && (rest.length > 0 || piped.length > 0)) throw new Error(`no function: ${expression}`);
      piped = [isCall ? this.call(head, [...given, ...piped]) : this.operand(head, dot, scope)];
    }
    return piped[0];
  }

  private operand(word: string, dot: Value, scope: Scope): Value {
    if (word.startsWith('(')) return this.evaluate(word.slice(1, -1), dot, scope);
    if (word.startsWith('"')) return unquote(word);
    if (/^-?\d+$/.test(word)) return Number(word);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === '.') return dot;
    if (word.startsWith('.')) return follow(dot, word.slice(1));
    const [, variable = '', fields = ''] = /^(\$\w*)(?:\.(.+))?$/.exec(word) ?? [];
    if (!scope.has(variable)) throw new Error(`no value: ${word}`);
    return fields === '' ? scope.get(variable) : follow(scope.get(variable), fields);
  }

  private call(name: string, values: readonly Value[]): Value {
    if (name === 'include') {
      const template = this.templates.get(String(values[0]));
      if (template === undefined) throw new Error(`no template ${String(values[0])}`);
      return this.render(template, values[1], new Map([['$', values[1]]]));
    }
    const work = FUNCTIONS[name];
    if (work === undefined) throw new Error(`no function ${name}`);
    return work(...values);
  }
}

/** Sprig's and Helm's, with what is piped as the last argument. */
const FUNCTIONS: Readonly<Record<string, (...values: Parsed[]) => Value>> = {
  add: (...values) => values.reduce((sum: bigint, value: number | bigint) => sum + BigInt(value), 0n),
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  eq: (one, other) => one === other,
  gt: (one: number, other: number) => one > other,
  // Go tells whole numbers from the floating ones that values are, and so must `print`.
  int: (value) => BigInt(Math.trunc(Number(value))),
  kindIs: (kind: string, value) => {
    if (kind !== 'string') throw new Error(`no kind ${kind}`);
    return typeof value === 'string';
  },
  len: (value: string | unknown[]) => value.length,
  lower: (text: string) => text.toLowerCase(),
  nindent: (count: number, text: string) => `\n${text.replace(/^/gm, ' '.repeat(count))}`,
  not: (value) => !isTrue(value),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  printf: (format: string, ...values) => {
    const left = [...values];
    return format.replace(/%[sd]/g, () => String(left.shift()));
  },
  quote: (value) => JSON.stringify(print(value)),
  replace: (from: string, to: string, text: string) => text.replaceAll(from, to),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  toJson: (value) => JSON.stringify(value),
  toYaml: (value) => stringify(value, { sortMapEntries: true, lineWidth: 0 }).trimEnd(),
  trimSuffix: (suffix: string, text: string) =>
    text.endsWith(suffix) ? text.slice(0, -suffix.length) : text,
  trunc: (length: number, text: string) => text.slice(0, length),
};

function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

function print(value: Value): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return printFloat(value);
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** As Go's `%v` has it: a value of a million is `1e+06`, which neither Kubernetes nor the gateway takes for a number. */
function printFloat(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/([+-])(\d)$/, '$10$2');
}

function follow(value: Value, fields: string): Value {
  return fields.split('.').reduce<Value>((at, field) => {
    if (!isObject(at)) throw new Error(`nothing has the field ${field}`);
    return at[field];
  }, value);
}

function unquote(text: string): string {
  return JSON.parse(text.trim()) as string;
}

/** At a separator that is in no parentheses and no text. */
function splitAtTop(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (!isQuoted) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === separator && depth === 0 && !isQuoted) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.filter((part) => part.trim() !== '');
}
