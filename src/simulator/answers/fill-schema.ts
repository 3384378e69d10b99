import { isRecord, toList, toRecord, type JsonRecord } from '../json-value.js';
import { sampleNumber, sampleString } from './sample-scalar.js';

const MAX_DEPTH = 16;
/** Below this depth only what the schema demands is filled and recursive choices end. */
const GENEROUS_DEPTH = 4;
const MAX_NODES = 2_000;
const MAX_ITEMS = 20;

interface Filling {
  root: unknown;
  /** The caller's own words, used where a text is wanted. */
  hint: string;
  nodesLeft: number;
}

interface Place {
  depth: number;
  propertyName: string;
  /** Position in an array, so that items differ. */
  index: number;
}

/**
 * A JSON value that satisfies the schema: required properties, enum, const, items, anyOf/oneOf/allOf, `$ref` inside the
 * document, bounds and formats. Deterministic; bounded in depth and size whatever the schema says (a recursive schema ends
 * in the smallest value of its type).
 */
export function fillSchema(schema: unknown, hint: string): unknown {
  const filling: Filling = { root: schema, hint, nodesLeft: MAX_NODES };
  return fill(schema, filling, { depth: 0, propertyName: '', index: 0 });
}

function fill(schema: unknown, filling: Filling, place: Place): unknown {
  filling.nodesLeft -= 1;
  const node = flatten(schema, filling, place.depth);
  if ('const' in node) return node.const;
  const choices = toList(node.enum);
  if (choices.length > 0) return choices[place.index % choices.length];
  if ('default' in node) return node.default;
  const type = typeOf(node);
  if (filling.nodesLeft <= 0 || place.depth > MAX_DEPTH) return smallest(type);
  switch (type) {
    case 'object':
      return fillObject(node, filling, place);
    case 'array':
      return fillArray(node, filling, place);
    case 'integer':
    case 'number':
      return sampleNumber(node, { whole: type === 'integer', index: place.index });
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleString(node, { propertyName: place.propertyName, hint: filling.hint, index: place.index });
  }
}

function fillObject(node: JsonRecord, filling: Filling, place: Place): JsonRecord {
  const properties = toRecord(node.properties);
  const required = toList(node.required).filter((name) => typeof name === 'string');
  const names = required.length > 0 || place.depth >= GENEROUS_DEPTH ? required : Object.keys(properties);
  const filled = new Map<string, unknown>();
  const add = (name: string, schema: unknown): void => {
    filled.set(name, fill(schema, filling, { depth: place.depth + 1, propertyName: name, index: 0 }));
  };
  for (const name of names) add(name, Object.hasOwn(properties, name) ? properties[name] : {});
  const wanted = Math.min(typeof node.minProperties === 'number' ? node.minProperties : 0, MAX_ITEMS);
  for (const name of Object.keys(properties)) if (filled.size < wanted) add(name, properties[name]);
  for (let index = 1; filled.size < wanted; index += 1) add(`key${index}`, node.additionalProperties);
  // Object.fromEntries defines own properties, so that a property named __proto__ stays data.
  return Object.fromEntries(filled);
}

function fillArray(node: JsonRecord, filling: Filling, place: Place): unknown[] {
  const tuple = toList(node.prefixItems);
  const minimum = typeof node.minItems === 'number' ? node.minItems : 0;
  const maximum = typeof node.maxItems === 'number' ? node.maxItems : MAX_ITEMS;
  const wanted = place.depth < GENEROUS_DEPTH ? Math.max(minimum, tuple.length, 1) : minimum;
  const length = Math.min(wanted, maximum, MAX_ITEMS);
  return Array.from({ length }, (_unused, index) =>
    fill(tuple[index] ?? node.items, filling, {
      depth: place.depth + 1,
      propertyName: place.propertyName,
      index,
    }),
  );
}

/** Follows references and joins combined schemas until one plain schema is left. */
function flatten(schema: unknown, filling: Filling, depth: number): JsonRecord {
  let node = toRecord(schema);
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    if (typeof node.$ref === 'string') {
      node = { ...without(node, '$ref'), ...toRecord(resolvePointer(filling.root, node.$ref)) };
    } else if (Array.isArray(node.allOf)) {
      node = joinAll(node, filling, depth);
    } else if (Array.isArray(node.anyOf) || Array.isArray(node.oneOf)) {
      const keyword = Array.isArray(node.anyOf) ? 'anyOf' : 'oneOf';
      node = join(without(node, keyword), chooseBranch(toList(node[keyword]), filling, depth));
    } else {
      return node;
    }
  }
  return {};
}

function joinAll(node: JsonRecord, filling: Filling, depth: number): JsonRecord {
  let joined = without(node, 'allOf');
  for (const part of toList(node.allOf).slice(0, MAX_ITEMS)) {
    filling.nodesLeft -= 1;
    if (filling.nodesLeft <= 0) break;
    joined = join(joined, depth > MAX_DEPTH ? {} : flatten(part, filling, depth + 1));
  }
  return joined;
}

function join(base: JsonRecord, part: JsonRecord): JsonRecord {
  return {
    ...base,
    ...part,
    ...(isRecord(base.properties) && { properties: { ...base.properties, ...toRecord(part.properties) } }),
    ...(Array.isArray(base.required) && {
      required: [...new Set([...toList(base.required), ...toList(part.required)])],
    }),
  };
}

/** The first branch that holds something; deep down the one that ends the recursion. */
function chooseBranch(branches: unknown[], filling: Filling, depth: number): JsonRecord {
  const records = branches.filter(isRecord);
  const endsHere = records.find((branch) => branch.type === 'null' || typeof branch.$ref !== 'string');
  const holdsSomething = records.find((branch) => branch.type !== 'null');
  if (filling.nodesLeft <= 0) return {};
  return (depth >= GENEROUS_DEPTH ? endsHere : holdsSomething) ?? records[0] ?? {};
}

function resolvePointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return {};
  let target = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(target)) target = (target as unknown[])[Number(name)];
    else target = isRecord(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  return target;
}

function typeOf(node: JsonRecord): string {
  const types = Array.isArray(node.type) ? toList(node.type) : [node.type];
  const first = types.find((type) => type !== 'null') ?? types[0];
  if (typeof first === 'string') return first;
  if (isRecord(node.properties) || Array.isArray(node.required)) return 'object';
  return 'items' in node || 'prefixItems' in node ? 'array' : 'string';
}

function smallest(type: string): unknown {
  const values: Record<string, unknown> = {
    object: {},
    array: [],
    number: 0,
    integer: 0,
    boolean: false,
    null: null,
  };
  return Object.hasOwn(values, type) ? values[type] : '';
}

function without(node: JsonRecord, keyword: string): JsonRecord {
  const { [keyword]: _dropped, ...rest } = node;
  return rest;
}
