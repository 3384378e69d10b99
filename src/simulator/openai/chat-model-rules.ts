/** What provider B lets a model take (wire notes 4). */
export interface ChatModelRules {
  /** Served on chat completions at all; false = known elsewhere only. */
  servesChat: boolean;
  isReasoning: boolean;
  /** Accepted values of `reasoning_effort`; none = the field is refused. */
  reasoningEfforts: string[];
  defaultEffort: string;
  /** Caches prompt prefixes by itself and reports writes. */
  reportsCacheWrites: boolean;
}

const RESPONSES_ONLY =
  /-pro(-\d{4}-\d{2}-\d{2})?$|-codex|^codex-|-deep-research|^computer-use|-cyber|^gpt-daybreak|rosalind|-law$/;
const KNOWN_MODEL = /^(gpt-|o\d|chatgpt-|ft:|codex-|computer-use)/;
const REASONING_MODEL = /^(o\d|codex-|gpt-([5-9]|[1-9]\d))/;
const CHAT_VARIANT = /-chat(-|$)/;
const NO_OFF_SWITCH = /^gpt-6\.2|^gpt-6-astra|^gpt-6\.1-sol/;

/** Rules of a provider B model id that generates text; undefined = no such model. */
export function chatModelRules(model: string): ChatModelRules | undefined {
  if (!KNOWN_MODEL.test(model)) return undefined;
  const base = model.startsWith('ft:') ? (model.split(':')[1] ?? '') : model;
  const isReasoning = REASONING_MODEL.test(base) && !CHAT_VARIANT.test(base);
  return {
    servesChat: !RESPONSES_ONLY.test(base),
    isReasoning,
    reasoningEfforts: isReasoning ? effortsOf(base) : [],
    defaultEffort: /^gpt-5\.[1-9]/.test(base) ? 'none' : 'medium',
    reportsCacheWrites: /^gpt-(5\.[6-9]|[6-9])/.test(base),
  };
}

function effortsOf(base: string): string[] {
  if (base.startsWith('o')) return ['low', 'medium', 'high'];
  if (/^gpt-5(-|$)/.test(base)) return ['minimal', 'low', 'medium', 'high'];
  if (/^gpt-5\.1(-|$)/.test(base)) return ['none', 'low', 'medium', 'high'];
  if (/^gpt-5\.[2-5]/.test(base)) return ['none', 'low', 'medium', 'high', 'xhigh'];
  const upper = ['low', 'medium', 'high', 'xhigh', 'max'];
  return NO_OFF_SWITCH.test(base) ? upper : ['none', ...upper];
}
