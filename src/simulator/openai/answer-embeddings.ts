import { createHash } from 'node:crypto';
import { countTokens } from '../answers/count-tokens.js';
import { invalidRequest, notFound } from '../http/simulated-fault.js';
import { isPresent, toText, type JsonRecord } from '../json-value.js';

const DEFAULT_DIMENSIONS: Record<string, number> = {
  'text-embedding-3-small': 1_536,
  'text-embedding-3-large': 3_072,
  'text-embedding-ada-002': 1_536,
};
const KNOWN_FIELDS = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user']);
const MAX_INPUTS = 2_048;
const MAX_TOKENS_PER_INPUT = 8_192;
const MAX_TOKENS_PER_REQUEST = 300_000;

type EmbeddingInput = string | number[];

/**
 * `POST /embeddings`: unit vectors made from a hash of each input, so that equal inputs are equal and others are not.
 * @throws SimulatedFault 400 or 404 as provider B would answer.
 */
export function answerEmbeddings(body: JsonRecord): JsonRecord {
  for (const field of Object.keys(body)) {
    if (!KNOWN_FIELDS.has(field))
      throw invalidRequest(`Unknown parameter: '${field}'.`, field, 'unknown_parameter');
  }
  const model = toText(body.model);
  if (model === '') throw invalidRequest('you must provide a model parameter');
  const full = Object.hasOwn(DEFAULT_DIMENSIONS, model) ? DEFAULT_DIMENSIONS[model] : undefined;
  if (full === undefined) {
    throw notFound(
      `The model \`${model}\` does not exist or you do not have access to it.`,
      'model_not_found',
    );
  }
  const inputs = readInputs(body.input);
  const dimensions = readDimensions(body.dimensions, model, full);
  if (isPresent(body.encoding_format) && !['float', 'base64'].includes(toText(body.encoding_format))) {
    throw invalidRequest(
      "Invalid 'encoding_format': expected 'float' or 'base64'.",
      'encoding_format',
      'invalid_value',
    );
  }
  const tokens = countInputTokens(inputs);
  return {
    object: 'list',
    data: inputs.map((input, index) => {
      const vector = hashVector(JSON.stringify([model, input]), dimensions);
      return {
        object: 'embedding',
        index,
        embedding: body.encoding_format === 'base64' ? toBase64(vector) : [...vector],
      };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function readInputs(input: unknown): EmbeddingInput[] {
  if (typeof input === 'string') return nonEmpty([input]);
  if (!Array.isArray(input)) throw invalidInput();
  if (input.length > 0 && input.every((item) => Number.isInteger(item))) return [input as number[]];
  const areInputs = input.every(
    (item) =>
      typeof item === 'string' || (Array.isArray(item) && item.every((token) => Number.isInteger(token))),
  );
  if (!areInputs || input.length === 0) throw invalidInput();
  if (input.length > MAX_INPUTS) {
    throw invalidRequest(`Invalid 'input': array too long, at most ${MAX_INPUTS} inputs.`, 'input');
  }
  return nonEmpty(input as EmbeddingInput[]);
}

function nonEmpty(inputs: EmbeddingInput[]): EmbeddingInput[] {
  if (inputs.some((input) => input.length === 0)) throw invalidInput();
  return inputs;
}

function invalidInput(): Error {
  return invalidRequest("'$.input' is invalid. Please check the API reference for valid values.", 'input');
}

function readDimensions(value: unknown, model: string, full: number): number {
  if (!isPresent(value)) return full;
  if (model === 'text-embedding-ada-002') {
    throw invalidRequest('This model does not support specifying dimensions.', 'dimensions');
  }
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > full) {
    throw invalidRequest(`Invalid value for 'dimensions': expected 1 to ${full}.`, 'dimensions');
  }
  return Number(value);
}

function countInputTokens(inputs: EmbeddingInput[]): number {
  let total = 0;
  for (const [index, input] of inputs.entries()) {
    const tokens = typeof input === 'string' ? countTokens(input) : input.length;
    if (tokens > MAX_TOKENS_PER_INPUT) {
      throw invalidRequest(
        `Invalid 'input[${index}]': maximum context length is ${MAX_TOKENS_PER_INPUT} tokens.`,
        'input',
      );
    }
    total += tokens;
  }
  if (total > MAX_TOKENS_PER_REQUEST) {
    throw invalidRequest(
      `Requested ${total} tokens, max ${MAX_TOKENS_PER_REQUEST} tokens per request`,
      'input',
    );
  }
  return total;
}

/** XORshift seeded by the text's hash: cheap, repeatable, spread over the sphere. */
function hashVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  let state = createHash('sha256').update(text).digest().readUInt32LE(0) || 1;
  let squares = 0;
  for (let index = 0; index < dimensions; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const value = state / 0x80000000;
    vector[index] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares) || 1;
  return vector.map((value) => value / norm);
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
