/** A tool the caller offered, in the terms both dialects share. */
export interface OfferedTool {
  name: string;
  description: string;
  /** The JSON schema of the arguments, as the caller wrote it. */
  parameters: unknown;
}

export type RequestedToolChoice =
  { kind: 'auto' } | { kind: 'none' } | { kind: 'required' } | { kind: 'named'; name: string };

export type RequestedFormat = { kind: 'text' } | { kind: 'json' } | { kind: 'schema'; schema: unknown };

/** What a request asks for, whichever provider's dialect it was written in. */
export interface SimulatedPrompt {
  model: string;
  /** Text of all system and developer messages. */
  instructions: string;
  /** The last words of a person, without what the client added to them. */
  lastUserText: string;
  /** Images and documents in that turn. */
  attachmentCount: number;
  /** Results of tool calls that came since a person wrote; empty when there are none. */
  toolResults: string[];
  tools: OfferedTool[];
  toolChoice: RequestedToolChoice;
  parallelToolCalls: boolean;
  format: RequestedFormat;
  stopSequences: string[];
  /** Output limit in tokens, reasoning included; undefined = none given. */
  maxOutputTokens: number | undefined;
  /** Tokens the simulated model thinks before it answers; 0 = it does not think. */
  reasoningTokens: number;
}

export interface SimulatedToolCall {
  name: string;
  /** JSON text of the arguments; cut short when the output limit was met inside it. */
  argumentsJson: string;
}

export type SimulatedFinish = 'stop' | 'stop_sequence' | 'length' | 'tool_calls';

export interface SimulatedAnswer {
  reasoning: string;
  text: string;
  toolCalls: SimulatedToolCall[];
  finish: SimulatedFinish;
  /** The sequence that ended the text, when `finish` is `stop_sequence`. */
  stopSequence: string | undefined;
  reasoningTokens: number;
  /** All output tokens, reasoning included. */
  outputTokens: number;
}
