import { chooseToolCalls } from './choose-tool-calls.js';
import { countTokens, takeTokens } from './count-tokens.js';
import { describedObject } from './named-keys.js';
import { fillSchema } from './fill-schema.js';
import type { SimulatedAnswer, SimulatedFinish, SimulatedPrompt } from './simulated-prompt.js';

const QUOTE_CHARS = 120;
const RESULT_CHARS = 240;

/**
 * What the simulated model answers. A pure function of the prompt and the choice's number, so that the same request always
 * gets the same answer. The output limit covers reasoning first: a limit smaller than the reasoning leaves no text at all,
 * as it does with real reasoning models.
 */
export function composeAnswer(prompt: SimulatedPrompt, choiceIndex = 0): SimulatedAnswer {
  let left = prompt.maxOutputTokens ?? Number.MAX_SAFE_INTEGER;
  let isCut = false;
  const take = (text: string): string => {
    const taken = takeTokens(text, left);
    left -= countTokens(taken);
    isCut ||= taken.length < text.length;
    return taken;
  };

  const reasoning = take(composeReasoning(prompt.reasoningTokens));
  const wantedCalls = chooseToolCalls(prompt);
  const whole = wantedCalls.length > 0 ? '' : composeText(prompt, choiceIndex);
  const stopped = cutAtStopSequence(whole, prompt.stopSequences);
  const text = take(stopped.text);
  const toolCalls = [];
  for (const call of wantedCalls) {
    if (left <= countTokens(call.name)) {
      isCut = true;
      break;
    }
    left -= countTokens(call.name);
    toolCalls.push({ name: call.name, argumentsJson: take(call.argumentsJson) });
  }
  const finish = chooseFinish({ isCut, calls: toolCalls.length, stopSequence: stopped.stopSequence });
  return {
    reasoning,
    text,
    toolCalls,
    finish,
    stopSequence: finish === 'stop_sequence' ? stopped.stopSequence : undefined,
    reasoningTokens: countTokens(reasoning),
    outputTokens:
      countTokens(reasoning) +
      countTokens(text) +
      toolCalls.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.argumentsJson), 0),
  };
}

function chooseFinish(outcome: {
  isCut: boolean;
  calls: number;
  stopSequence: string | undefined;
}): SimulatedFinish {
  if (outcome.isCut) return 'length';
  if (outcome.calls > 0) return 'tool_calls';
  return outcome.stopSequence === undefined ? 'stop' : 'stop_sequence';
}

function composeText(prompt: SimulatedPrompt, choiceIndex: number): string {
  switch (prompt.format.kind) {
    case 'schema':
      return JSON.stringify(fillSchema(prompt.format.schema, prompt.lastUserText));
    case 'json':
      return JSON.stringify(
        describedObject(prompt.lastUserText) ??
          describedObject(prompt.instructions) ?? { simulated: true, answer: plainText(prompt, choiceIndex) },
      );
    case 'text':
      return plainText(prompt, choiceIndex);
  }
}

function plainText(prompt: SimulatedPrompt, choiceIndex: number): string {
  const label = choiceIndex === 0 ? '[simulated]' : `[simulated] (choice ${choiceIndex + 1})`;
  if (prompt.toolResults.length > 0) {
    return `${label} The tool answered: ${shorten(prompt.toolResults.join(' | '), RESULT_CHARS)}`;
  }
  const images = prompt.attachmentCount > 0 ? ` with ${prompt.attachmentCount} attachment(s)` : '';
  return (
    `${label} You asked${images}: "${shorten(prompt.lastUserText, QUOTE_CHARS)}". ` +
    'This answer comes from the bundled simulator, not from a model. Set a provider key to get real answers.'
  );
}

function shorten(text: string, maxChars: number): string {
  const flat = text
    .slice(0, maxChars * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(flat);
  return characters.length <= maxChars ? flat : `${characters.slice(0, maxChars).join('')}…`;
}

function composeReasoning(tokens: number): string {
  const sentence = 'Simulated reasoning: reading the request and planning a short answer. ';
  const chars = tokens * 4;
  return sentence.repeat(Math.ceil(chars / sentence.length)).slice(0, chars);
}

function cutAtStopSequence(
  text: string,
  sequences: string[],
): { text: string; stopSequence: string | undefined } {
  let cut: { at: number; sequence: string } | undefined;
  for (const sequence of sequences) {
    const at = sequence === '' ? -1 : text.indexOf(sequence);
    if (at >= 0 && (cut === undefined || at < cut.at)) cut = { at, sequence };
  }
  if (cut === undefined) return { text, stopSequence: undefined };
  return { text: text.slice(0, cut.at), stopSequence: cut.sequence };
}
