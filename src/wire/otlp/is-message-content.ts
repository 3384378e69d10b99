/** Attributes that hold what people, models and tools said, in the conventions of now and before. */
const NAMES = new Set([
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.query.text',
  'gen_ai.retrieval.documents',
  'gen_ai.evaluation.explanation',
  'gen_ai.event.content',
  'input.value',
  'output.value',
]);
const PREFIXES =
  /^(?:gen_ai\.(?:prompt|completion|content|input|output)\.|llm\.(?:prompts?|completions?|input_messages|output_messages|prompt_template)\b|retrieval\.documents|embedding\.(?:text|embeddings)|ai\.(?:prompt|response\.(?:text|object|toolCalls|reasoning)|toolCall\.(?:args|result)|value)|traceloop\.entity\.(?:input|output)|langfuse\.(?:observation|trace)\.(?:input|output)|tool\.parameters|tool_call\.|message\.content)/;
/** `gen_ai.output.type` and the like say what kind of thing was asked for. */
const NOT_CONTENT = /^gen_ai\.(?:output\.type|prompt\.(?:name|version|id))$/;

/** Whether an attribute of a span or an event holds message contents. */
export function isMessageContent(name: string): boolean {
  return NAMES.has(name) || (PREFIXES.test(name) && !NOT_CONTENT.test(name));
}

/** Events that are messages themselves (`gen_ai.user.message`, `gen_ai.choice`, …): all that they carry is content. */
export function isMessageEvent(name: string): boolean {
  return /^gen_ai\.(?:\w+\.message|choice|content\.\w+)$/.test(name);
}
