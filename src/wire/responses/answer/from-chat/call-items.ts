import { jsonLiteral, jsonString, readLiteral, type ByteText } from '../byte-text.js';
import { CustomInput } from './custom-input.js';
import { JsonEnd, MAX_READ_CHARS } from './json-end.js';
import { OutputItem } from './output-item.js';
import { deltaEvent, type ResponseEvents } from '../response-events.js';

/** A number, say, which may go on with any piece. */
const MAX_SCALAR_CHARS = 64;

export interface CalledTool {
  readonly callId: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** A call of a tool that the caller runs. */
export abstract class CallItem extends OutputItem {
  constructor(
    events: ResponseEvents,
    index: number,
    id: string,
    private readonly tool: CalledTool,
  ) {
    super(events, index, id);
  }

  /** More of the arguments. @param literal JSON text between the quotes */
  abstract addArguments(literal: ByteText): void;

  /** The arguments are a JSON value with nothing missing. */
  abstract get isWhole(): boolean;

  protected printTool(): ByteText {
    const { callId, name, namespace } = this.tool;
    const space = namespace === undefined ? '' : `,"namespace":${jsonString(namespace)}`;
    return `"call_id":${jsonString(callId)},"name":${jsonString(name)}${space}`;
  }
}

export class FunctionCallItem extends CallItem {
  private written: ByteText = '';
  private readonly end = new JsonEnd();
  /** What its end was not looked for in. */
  private unseen: ByteText = '';
  private isJson: boolean | undefined;
  private readonly delta = deltaEvent('response.function_call_arguments.delta', this.place);

  addArguments(literal: ByteText): void {
    if (literal === '') return;
    this.written += literal;
    this.unseen += literal;
    this.events.writeDelta(this.delta, literal);
  }

  get isWhole(): boolean {
    const { end, written } = this;
    end.push(readLiteral(this.unseen));
    this.unseen = '';
    if (end.isScalar) return written.length <= MAX_SCALAR_CHARS && isJson(readLiteral(written));
    if (!end.isClosed || written.length > MAX_READ_CHARS) return false;
    this.isJson ??= isJson(readLiteral(written));
    return this.isJson;
  }

  print(): ByteText {
    return `{"id":${jsonString(this.id)},"type":"function_call","status":"${this.status}","arguments":"${this.written}",${this.printTool()}}`;
  }

  protected closeInner(): void {
    this.events.write('response.function_call_arguments.done', `${this.place},"arguments":"${this.written}"`);
  }
}

/** A custom tool was told to the model as a function of one string `input`. */
export class CustomCallItem extends CallItem {
  private readonly input = new CustomInput();
  private written: ByteText = '';
  private readonly delta = deltaEvent('response.custom_tool_call_input.delta', this.place);

  addArguments(literal: ByteText): void {
    this.addInput(this.input.push(readLiteral(literal)));
  }

  get isWhole(): boolean {
    return this.input.isWhole;
  }

  print(): ByteText {
    return `{"id":${jsonString(this.id)},"type":"custom_tool_call","status":"${this.status}","input":"${this.written}",${this.printTool()}}`;
  }

  protected closeInner(): void {
    this.addInput(this.input.end());
    this.events.write('response.custom_tool_call_input.done', `${this.place},"input":"${this.written}"`);
  }

  private addInput(text: string): void {
    if (text === '') return;
    const literal = jsonLiteral(text);
    this.written += literal;
    this.events.writeDelta(this.delta, literal);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
