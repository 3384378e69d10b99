import { readFileSync } from 'node:fs';
import { WeightsError } from './pack-weights.js';

/**
 * Reads a weights file that lies beside the code (`new URL('./x.json', import.meta.url)`). Reads at once and blocks: for the
 * start only. The build copies the JSON files of src/routing.
 * @throws WeightsError when the file cannot be read or is no JSON object.
 */
export function readWeightsFile(file: URL): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null) return content as Record<string, unknown>;
  } catch (error) {
    throw new WeightsError(`${file.pathname} cannot be read.`, { cause: error });
  }
  throw new WeightsError(`${file.pathname} holds no weights.`);
}
