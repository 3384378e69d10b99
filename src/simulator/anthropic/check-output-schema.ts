import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, isRecord, toRecord, type JsonRecord } from '../json-value.js';

const MAX_DEPTH = 32;
const UNSUPPORTED = (
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern maxItems uniqueItems ' +
  'minProperties maxProperties not if then else oneOf'
).split(' ');

/** The schema of `output_config.format` (or the deprecated `output_format`); undefined = free text. */
export function outputSchemaOf(body: JsonRecord): JsonRecord | undefined {
  const format = toRecord(toRecord(body.output_config).format ?? body.output_format);
  return isRecord(format.schema) ? format.schema : undefined;
}

/** @throws SimulatedFault 400 for a structured output that provider A would refuse. */
export function checkOutputSchema(body: JsonRecord): void {
  const format = toRecord(body.output_config).format ?? body.output_format;
  if (!isPresent(format)) return;
  if (toRecord(format).type !== 'json_schema') {
    throw invalidRequest("output_config.format.type: Input should be 'json_schema'");
  }
  const extra = Object.keys(toRecord(format)).find((key) => key !== 'type' && key !== 'schema');
  if (extra !== undefined)
    throw invalidRequest(`output_config.format.${extra}: Extra inputs are not permitted`);
  const schema = outputSchemaOf(body);
  if (schema === undefined) throw invalidRequest('output_config.format.schema: Field required');
  checkNode(schema, 0);
}

function checkNode(node: JsonRecord, depth: number): void {
  if (depth > MAX_DEPTH) throw invalidRequest('output_config.format.schema: nested too deeply');
  const keyword = UNSUPPORTED.find((name) => isPresent(node[name]));
  if (keyword !== undefined) {
    throw invalidRequest(`output_config.format.schema: the keyword '${keyword}' is not supported`);
  }
  if (typeof node.minItems === 'number' && node.minItems > 1) {
    throw invalidRequest(
      "output_config.format.schema: 'minItems' values other than 0 or 1 are not supported",
    );
  }
  if (node.type === 'object' && node.additionalProperties !== false) {
    throw invalidRequest(
      "output_config.format.schema: for 'object' type, 'additionalProperties' must be explicitly set to false",
    );
  }
  for (const child of childrenOf(node)) checkNode(child, depth + 1);
}

function childrenOf(node: JsonRecord): JsonRecord[] {
  const maps = [node.properties, node.$defs, node.definitions]
    .map(toRecord)
    .flatMap((map) => Object.values(map));
  const lists = [node.anyOf, node.allOf, node.prefixItems].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return [...maps, ...lists, node.items].filter(isRecord);
}
