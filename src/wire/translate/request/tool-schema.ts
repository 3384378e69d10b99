import { isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'] as const;
type Combinator = (typeof COMBINATORS)[number];

/**
 * A tool's `parameters` as an `input_schema` that provider A takes: an object at the root, without `oneOf`, `anyOf` or
 * `allOf` there, which is a 400 (wire notes 1.2). The branches' properties are joined, and the rule that is lost is told
 * in the description. Everything below the root stays as written.
 */
export function toInputSchema(parameters: JsonObject | undefined): JsonObject {
  if (!parameters) return { type: 'object', properties: {} };
  const schema =
    parameters.type === 'object' ? parameters : { type: 'object', ...withoutMember(parameters, 'type') };
  return COMBINATORS.some((name) => schema[name] !== undefined) ? withoutCombinators(schema) : schema;
}

function withoutCombinators(schema: JsonObject): JsonObject {
  let joined: JsonObject = { ...schema };
  const lost: JsonObject = {};
  for (const name of COMBINATORS) {
    const branches = schema[name];
    if (branches === undefined) continue;
    lost[name] = branches;
    joined = withoutMember(joined, name);
    if (!Array.isArray(branches)) continue;
    // References to one definition are one branch: many of them must not multiply its properties.
    const resolved = new Set(branches.map((branch: unknown) => resolve(schema, branch)));
    joined = joinBranches(joined, [...resolved], name);
  }
  const rule = `The input must also match this JSON schema: ${printExactJson(lost)}`;
  const description =
    typeof schema.description === 'string' && schema.description !== ''
      ? `${schema.description}\n\n${rule}`
      : rule;
  return { ...joined, description };
}

// Bodies are hostile until read: the work here grows with the length of the schema, not with its square.
function joinBranches(schema: JsonObject, branches: JsonObject[], name: Combinator): JsonObject {
  const options = new Map<string, Map<string, unknown>>();
  for (const { properties } of [schema, ...branches]) {
    for (const [key, property] of membersOf(properties)) {
      const known = options.get(key) ?? new Map<string, unknown>();
      options.set(key, known.set(printExactJson(property), property));
    }
  }
  const properties = [...options].map(([key, known]) => [key, toOneSchema([...known.values()])] as const);
  const required = new Set([...namesOf(schema.required), ...commonRequired(branches, name)]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
  };
}

function toOneSchema(options: unknown[]): unknown {
  return options.length === 1 ? options[0] : { anyOf: options };
}

// What every branch asks for is required of one of them too; `allOf` requires what any branch asks for.
function commonRequired(branches: JsonObject[], name: Combinator): string[] {
  const lists = branches.map((branch) => new Set(namesOf(branch.required)));
  if (name === 'allOf') return lists.flatMap((list) => [...list]);
  const counts = new Map<string, number>();
  for (const key of lists.flatMap((list) => [...list])) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count === branches.length).map(([key]) => key);
}

/** A branch, looked up once when it is a reference into the schema itself. */
function resolve(root: JsonObject, branch: unknown): JsonObject {
  if (!isJsonObject(branch)) return {};
  const match =
    typeof branch.$ref === 'string' ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(branch.$ref) : null;
  if (!match) return branch;
  const definitions = root[match[1] ?? ''];
  const target = isJsonObject(definitions) ? ownMember(definitions, match[2] ?? '') : undefined;
  return isJsonObject(target) ? target : {};
}

function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function membersOf(value: unknown): [string, unknown][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function withoutMember(object: JsonObject, name: string): JsonObject {
  const { [name]: _removed, ...rest } = object;
  return rest;
}
