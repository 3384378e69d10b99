import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import type { Steps } from '../../../../lib/steps.js';
import { parseExactJson } from '../../../exact-json/parse-exact-json.js';
import { isJsonObject, type JsonObject } from '../../../exact-json/raw-json.js';
import { readString, wrongType } from '../../../openai/read-field.js';
import type { ToChatInput } from '../chat-form.js';
import type { SeenTool, SeenTools } from '../tool-list.js';
import { isWebSearch } from '../tool-types.js';
import { rawJson, textIn } from './raw-text.js';
import { isStrictByDefault } from './strict-by-default.js';
import type { WireNames } from './wire-names.js';

export interface ChatTool {
  readonly type: 'function';
  readonly function: JsonObject;
}

/** The namespace that tools stand in. */
interface Namespace {
  readonly name: string;
  readonly description: string;
}

interface Offer {
  readonly place: string;
  readonly namespace: Namespace | undefined;
  readonly members: JsonObject;
}

const OPEN_BRACE = 0x7b;
const MAX_FORMAT_BYTES = 262_144;
/** A schema may take long. */
const TOOLS_A_STEP = 8;

/** Collects the tools of a request, wherever they stand, as functions. */
export class ChatTools {
  /** By their wire names, in the order in which they were offered first. */
  readonly offered = new Map<string, ChatTool>();
  readonly ignored: string[] = [];
  /** Where each of them stands in the caller's words. */
  readonly places = new Map<string, string>();

  constructor(
    private readonly bytes: Buffer,
    private readonly names: WireNames,
    private readonly upstream: ToChatInput['upstream'],
  ) {}

  /** @throws InvalidRequestError (400) naming a tool that only provider B understands */
  *add(tools: SeenTools, list: string, namespace?: Namespace): Steps<void> {
    for (const [index, tool] of tools.entries()) {
      if (tool !== undefined) yield* this.addTool(tool, `${list}[${index}]`, namespace);
      if (index % TOOLS_A_STEP === TOOLS_A_STEP - 1) yield;
    }
  }

  private *addTool(tool: SeenTool, place: string, namespace: Namespace | undefined): Steps<void> {
    const { type = '', name = '' } = tool;
    switch (type) {
      case 'function':
        this.offer(tool, { place, namespace, members: this.functionMembers(tool, place) });
        return;
      case 'custom':
        this.offer(tool, { place, namespace, members: this.customMembers(tool, place) });
        return;
      case 'namespace':
        yield* this.add(tool.inner, `${place}.tools`, { name, description: this.description(tool, place) });
        return;
      default:
        if (!isWebSearch(type)) throw onlyAtProviderB(`${place}.type`, type);
        this.ignored.push(place);
    }
  }

  private offer({ type, name = '' }: SeenTool, { place, namespace, members }: Offer): void {
    const kind = type === 'custom' ? 'custom' : 'function';
    const wireName = this.names.assign({ kind, name, namespace: namespace?.name });
    const own = typeof members['description'] === 'string' ? members['description'] : '';
    const description = [namespace?.description ?? '', own].filter((text) => text !== '').join('\n\n');
    this.places.set(wireName, place);
    this.offered.set(wireName, {
      type: 'function',
      function: { ...members, name: wireName, description: description === '' ? undefined : description },
    });
  }

  private functionMembers(tool: SeenTool, place: string): JsonObject {
    const { parameters, strict } = tool.at;
    if (parameters !== undefined && this.bytes[parameters.start] !== OPEN_BRACE)
      throw wrongType(`${place}.parameters`, 'an object');
    const isStrict =
      strict === undefined ? isStrictByDefault(this.bytes, parameters, this.upstream) : undefined;
    return {
      name: undefined,
      description: this.description(tool, place),
      parameters: parameters && rawJson(this.bytes, parameters),
      strict: this.strictness(tool, place) ?? (isStrict === true ? true : undefined),
    };
  }

  private strictness({ at: { strict } }: SeenTool, place: string): boolean | undefined {
    if (strict === undefined) return undefined;
    const written = this.bytes.toString('utf8', strict.start, strict.end);
    if (written === 'true' || written === 'false') return written === 'true';
    throw wrongType(`${place}.strict`, 'true or false');
  }

  private customMembers(tool: SeenTool, place: string): JsonObject {
    const description = [this.description(tool, place), this.grammar(tool, place)];
    return {
      name: undefined,
      description: description.filter((text) => text !== '').join('\n\n'),
      parameters: {
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input'],
        additionalProperties: false,
      },
      strict: true,
    };
  }

  private description({ at: { description } }: SeenTool, place: string): string {
    if (description === undefined) return '';
    const QUOTE = 0x22;
    if (this.bytes[description.start] !== QUOTE) throw wrongType(`${place}.description`, 'a string');
    return textIn(this.bytes, description);
  }

  /** A grammar in words: the upstream holds no model to it. */
  private grammar({ at: { format } }: SeenTool, place: string): string {
    if (format === undefined) return '';
    const param = `${place}.format`;
    if (format.end - format.start > MAX_FORMAT_BYTES)
      throw new InvalidRequestError({ param, message: `\`${param}\` is too long. Make it shorter.` });
    const value = parseExactJson(this.bytes.toString('utf8', format.start, format.end));
    if (!isJsonObject(value)) throw wrongType(param, 'an object');
    if (value['type'] === 'text') return '';
    if (value['type'] !== 'grammar') throw wrongType(`${param}.type`, '"text" or "grammar"');
    const syntax = readString(value['syntax'], `${param}.syntax`) ?? '';
    const definition = readString(value['definition'], `${param}.definition`) ?? '';
    return `\`input\` must match this grammar (${syntax}):\n${definition}`;
  }
}

export function onlyAtProviderB(param: string, type: string): InvalidRequestError {
  return new InvalidRequestError({
    param,
    message: `\`${param}\`: ${JSON.stringify(type.slice(0, 60))} is understood by provider B's models alone. Name one of them, or leave it out.`,
  });
}
