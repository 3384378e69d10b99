import { openSecret, sealSecret, type SecretBoxKey } from '../../../lib/secret-box.js';
import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';
import { isJsonObject } from '../../exact-json/raw-json.js';

/** A thinking block as its maker gave it. */
export interface ReasoningBlock {
  /** The model that thought, by its id in the catalogue: another one refuses the block, or is misled by it. */
  readonly maker: string;
  /** An entry of chat's `reasoning_details`; numbers keep their literals. */
  readonly details: unknown;
  /** A mark of the prompt that was thought about (`ChatForm.promptMark`): some models take thinking back behind the same one alone. */
  readonly behind?: string | undefined;
}

/** Makes `encrypted_content` of a thinking block, and a thinking block of what a caller sends back. */
export interface ReasoningSeal {
  seal(block: ReasoningBlock): string;
  /** `undefined` for a provider's own text, for one that was changed, and for one that was sealed for somebody else. */
  open(text: string): ReasoningBlock | undefined;
}

/** Provider B's own begin differently, so they are told apart unopened. */
const PREFIX = 'svc-r1.';

/** Seals with AES-256-GCM: callers carry the text from turn to turn, and can neither read nor change it. */
export class SecretReasoningSeal implements ReasoningSeal {
  /** @param key its `owner` is whose reasoning it is (a project's id, say): text sealed for another does not open. */
  constructor(private readonly key: SecretBoxKey) {}

  seal({ maker, details, behind }: ReasoningBlock): string {
    const text = printExactJson({ maker, details, ...(behind !== undefined && { behind }) });
    return PREFIX + sealSecret(text, this.key).toString('base64url');
  }

  open(text: string): ReasoningBlock | undefined {
    if (!isSealedReasoning(text)) return undefined;
    try {
      const sealed = Buffer.from(text.slice(PREFIX.length), 'base64url');
      const block = parseExactJson(openSecret(sealed, this.key));
      if (!isJsonObject(block) || typeof block.maker !== 'string') return undefined;
      const { maker, details, behind } = block;
      return { maker, details, ...(typeof behind === 'string' && { behind }) };
    } catch {
      return undefined;
    }
  }
}

/** The text claims to be ours; whether it is, only `open` can tell. */
export function isSealedReasoning(text: string): boolean {
  return text.startsWith(PREFIX);
}
