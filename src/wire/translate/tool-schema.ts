import { isJsonObject } from '../exact-json/raw-json.js';
import type { JsonObject } from '../exact-json/raw-json.js';
import { printExactJson } from '../exact-json/print-exact-json.js';

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'] as const;

/**
 * A tool's `parameters` as an `input_schema` that provider A takes: an object at the root, without `oneOf`, `anyOf` or
 * `allOf` there, which is a 400 (wire notes 1.2). The branches' properties are joined, and the rule that is lost is told
 * in the description. Everything below the root stays as written.
 */
export function toInputSchema(parameters: JsonObject | undefined): JsonObject {
  if (!parameters) return { type: 'object', properties: {} };
  const typed = typeof parameters.type === 'string' || Array.isArray(parameters.type);
  const schema = typed ? parameters : { type: 'object', ...withoutMember(parameters, 'type') };
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
    if (Array.isArray(branches))
      joined = joinBranches(
        joined,
        branches.map((branch: unknown) => resolve(schema, branch)),
        name,
      );
  }
  const rule = `The input must also match this JSON schema: ${printExactJson(lost)}`;
  const description =
    typeof schema.description === 'string' && schema.description !== ''
      ? `${schema.description}\n\n${rule}`
      : rule;
  return { ...joined, description };
}

function joinBranches(
  schema: JsonObject,
  branches: JsonObject[],
  name: (typeof COMBINATORS)[number],
): JsonObject {
  const properties = new Map<string, unknown>(membersOf(schema.properties));
  for (const branch of branches) {
    for (const [key, property] of membersOf(branch.properties))
      properties.set(key, joinProperty(properties.get(key), property));
  }
  const required = new Set([...namesOf(schema.required), ...commonRequired(branches, name)]);
  const closed = schema.additionalProperties === false ? {} : withoutMember(schema, 'additionalProperties');
  return {
    ...(schema.additionalProperties === false ? schema : closed),
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
  };
}

// What every branch asks for is required of one of them too; `allOf` requires what any branch asks for.
function commonRequired(branches: JsonObject[], name: (typeof COMBINATORS)[number]): string[] {
  const lists = branches.map((branch) => namesOf(branch.required));
  if (name === 'allOf') return lists.flat();
  return (lists[0] ?? []).filter((key) => lists.every((list) => list.includes(key)));
}

function joinProperty(known: unknown, added: unknown): unknown {
  if (known === undefined) return added;
  const options =
    isJsonObject(known) && Array.isArray(known.anyOf) && Object.keys(known).length === 1
      ? (known.anyOf as unknown[])
      : [known];
  const text = printExactJson(added);
  return options.some((option) => printExactJson(option) === text) ? known : { anyOf: [...options, added] };
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
