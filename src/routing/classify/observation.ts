import { WORD_CLASSES, classesOf } from './lexicon.js';
import { tokenize } from '../../lib/words/tokens.js';

/** How far into a text and before its end the signs of a program's output are looked for. */
const EDGE = 240;

/** What agents that speak in plain text put before a tool's output when they hand it to the model as a user message. */
const OUTPUT_HEAD =
  /^\s*(?:observation\s*\d*\s*:|(?:tool|function|command|execution|action|code|shell|terminal|api)[ _-]?(?:result|output|response|execution result)s?\b|result of (?:tool|command|action)|<(?:tool_(?:response|result|output)|function_results?|function_response|observation|returncode|command-output|stdout|output|execution_\w+|search_results?_?\w*)\b|\[(?:tool|file:|read_file|write_to_file|execute_command|list_files|search_files|apply_diff|exit code|command)|exit(?:ed)?[ _](?:code|status|with)|ran \d+ tests?|\{"(?:result|output|status|observation|stdout|returncode)":)/i;
/** A prompt of a shell at the end, or what stands around one. */
const OUTPUT_TAIL =
  /(?:\n|^)(?:[\w.@:~/-]{0,60}[$#]|>>>|\[?exit code:? ?-?\d+\]?|\(current directory: [^\n]{0,200}\)|<\/(?:output|stdout|returncode|observation|tool_(?:response|result)|function_results?)>)\s*$/i;
/** What a program prints anywhere near the edges. */
const OUTPUT_WITHIN =
  /\((?:open file|current directory): |^\[file: |traceback \(most recent call last\)|your (?:command|proposed edit) |^\s*(?:[{[<]|total \d+$|usage: |error: |warning: )|no such file or directory|command not found|exit code|found \d+ (?:matches|results)/im;
/** An assistant that acts: a fenced command, a call in tags or JSON, a line naming the action. */
const ACTION =
  /```|^\s*action(?: input)?\s*:|<(?:command|tool_call|function_calls?|invoke|execute|bash|tool|action|[a-z]+_[a-z_]+)\b[^>]{0,80}>|^\s*\{\s*"(?:action|tool|name|command|function|thought)"/im;
/** A system prompt that says that the model works by commands. */
const PROTOCOL = /\b(?:commands?|tools?|actions?|observations?|terminal|shell|bash|function call)\b/i;

/** Whether a user message surely holds a tool's output and nothing a person wrote. */
export function isObservation(text: string): boolean {
  return OUTPUT_HEAD.test(text.slice(0, EDGE)) || OUTPUT_TAIL.test(text.slice(-EDGE));
}

/** Weaker signs; they count only where the system prompt and the assistant's turns speak of a protocol. */
export function resemblesOutput(text: string): boolean {
  return isObservation(text) || OUTPUT_WITHIN.test(text.slice(0, EDGE) + '\n' + text.slice(-EDGE));
}

export function resemblesAction(assistantText: string): boolean {
  return ACTION.test(assistantText.slice(0, 2 * EDGE) + '\n' + assistantText.slice(-2 * EDGE));
}

export function describesProtocol(systemText: string): boolean {
  return PROTOCOL.test(systemText.slice(0, 2_000));
}

const REMARK = 400;
const OF_PEOPLE =
  (1 << WORD_CLASSES.indexOf('person')) |
  (1 << WORD_CLASSES.indexOf('address')) |
  (1 << WORD_CLASSES.indexOf('social'));

/** Whether a short text has the words of somebody who speaks. */
export function resemblesRemark(text: string): boolean {
  return text.length <= REMARK && tokenize(text, 80).some((token) => (classesOf(token) & OF_PEOPLE) !== 0);
}
