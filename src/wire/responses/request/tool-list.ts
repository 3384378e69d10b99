import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Visitor } from '../../json-bytes/visit-in-steps.js';
import { NamedMembers, type ByteRange } from './named-members.js';

export type ToolPlaces = Readonly<
  Record<'description' | 'parameters' | 'strict' | 'format', ByteRange | undefined>
>;

/** One entry of a list of tools, as far as it is looked at. */
export interface SeenTool {
  /** `undefined`: absent or null. `''`: no text. */
  readonly type: string | undefined;
  readonly name: string | undefined;
  /** The type of a shell's `environment`. */
  readonly environment: string | undefined;
  /** A member that it holds twice. */
  readonly twice: string | undefined;
  /** It is written as in chat completions, `{type, function: {…}}`. */
  readonly isNested: boolean;
  /** Those of a namespace. */
  readonly inner: SeenTools;
  /** Where its other members stand. */
  readonly at: ToolPlaces;
}

/** In their order; `undefined` for an entry that is no object. */
export type SeenTools = readonly (SeenTool | undefined)[];

/** Twice what the largest tool search takes. */
const MAX_TOOLS = 20_000;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const MEMBERS = [
  'type',
  'name',
  'description',
  'parameters',
  'strict',
  'format',
  'environment',
  'tools',
  'function',
];

/** Looks at a list of tools and at the tools of the namespaces in it. */
export class ToolList implements Visitor {
  readonly tools: (SeenTool | undefined)[] = [];
  private inner: ToolList | undefined;
  private readonly environment: NamedMembers = new NamedMembers(['type']);
  private readonly tool: NamedMembers = new NamedMembers(MEMBERS, {
    environment: (bytes, start) => (bytes[start] === OPEN_BRACE ? this.environment : undefined),
    tools: (bytes, start): Visitor | undefined => {
      if (bytes[start] !== OPEN_BRACKET) return undefined;
      this.inner = new ToolList(this.place);
      return this.inner;
    },
  });

  /** @param place the field that holds the list */
  constructor(private readonly place: string) {}

  enter(bytes: Buffer, start: number): Visitor | undefined {
    if (bytes[start] !== OPEN_BRACE) return undefined;
    this.tool.reset();
    this.environment.reset();
    this.inner = undefined;
    return this.tool;
  }

  leave(bytes: Buffer, start: number): void {
    if (this.tools.length === MAX_TOOLS)
      throw new InvalidRequestError({
        param: this.place,
        message: `\`${this.place}\` has more than ${MAX_TOOLS} entries. Send fewer.`,
      });
    this.tools.push(bytes[start] === OPEN_BRACE ? this.see(bytes) : undefined);
  }

  private see(bytes: Buffer): SeenTool {
    const { tool, environment } = this;
    return {
      type: tool.has(bytes, 'type') ? (tool.word(bytes, 'type') ?? '') : undefined,
      name: tool.word(bytes, 'name'),
      environment: tool.has(bytes, 'environment') ? (environment.word(bytes, 'type') ?? '') : undefined,
      twice: tool.twice ?? environment.twice,
      isNested: tool.has(bytes, 'function'),
      inner: this.inner?.tools ?? [],
      at: {
        description: tool.range(bytes, 'description'),
        parameters: tool.range(bytes, 'parameters'),
        strict: tool.range(bytes, 'strict'),
        format: tool.range(bytes, 'format'),
      },
    };
  }
}
