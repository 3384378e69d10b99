/** What provider A lets a model take (wire notes 1.3). */
export interface ClaudeModelRules {
  takesSampling: boolean;
  takesTemperatureWithTopP: boolean;
  thinking: 'off' | 'on' | 'always';
  /** The `thinking.type` that switches thinking off; undefined = nothing does. */
  offType: 'disabled' | 'between_tools' | undefined;
  takesBudget: boolean;
  takesForcedToolChoice: boolean;
  takesPrefill: boolean;
  /** Thinking text is left out unless `display: summarized` is asked for. */
  omitsThinkingText: boolean;
  /** A replayed thinking block must come from this model and stand behind the same prefix. */
  bindsThinking: boolean;
  maxOutputTokens: number;
  servesFast: boolean;
}

const NEWEST: ClaudeModelRules = {
  takesSampling: false,
  takesTemperatureWithTopP: false,
  thinking: 'always',
  offType: undefined,
  takesBudget: false,
  takesForcedToolChoice: false,
  takesPrefill: false,
  omitsThinkingText: true,
  bindsThinking: true,
  maxOutputTokens: 128_000,
  servesFast: false,
};
const GENERATION_4_7: Partial<ClaudeModelRules> = {
  thinking: 'off',
  offType: 'disabled',
  takesForcedToolChoice: true,
  bindsThinking: false,
};
const GENERATION_4_6: Partial<ClaudeModelRules> = {
  ...GENERATION_4_7,
  takesSampling: true,
  takesBudget: true,
  omitsThinkingText: false,
};
const GENERATION_4_5: Partial<ClaudeModelRules> = {
  ...GENERATION_4_6,
  takesPrefill: true,
  maxOutputTokens: 64_000,
};
const GENERATION_5: Partial<ClaudeModelRules> = {
  thinking: 'on',
  offType: 'disabled',
  takesForcedToolChoice: true,
  bindsThinking: false,
};

/** First match wins; the version is a whole number or two, so that a date behind it is not read as one. */
const FAMILIES: [RegExp, Partial<ClaudeModelRules>][] = [
  [/^claude-(fable|mythos)-5-[12](-|$)/, {}],
  [/^claude-(fable|mythos)-5(-|$)/, { takesForcedToolChoice: true, bindsThinking: false }],
  [/^claude-opus-5-5(-|$)/, {}],
  [/^claude-sonnet-5-5(-|$)/, { thinking: 'on', offType: 'between_tools' }],
  [/^claude-haiku-5-5(-|$)/, { ...GENERATION_5, bindsThinking: true }],
  [/^claude-(opus|sonnet)-5(-|$)/, GENERATION_5],
  [/^claude-opus-4-[78](-|$)/, GENERATION_4_7],
  [/^claude-(opus|sonnet)-4-6(-|$)/, GENERATION_4_6],
  [/^claude-(haiku|sonnet|opus)-4-5(-|$)/, GENERATION_4_5],
  [/^claude-opus-4-1(-|$)/, { ...GENERATION_4_5, maxOutputTokens: 32_000, takesTemperatureWithTopP: true }],
];
const FAST_MODELS = /^claude-((fable|mythos)-5-2|opus-5-5|opus-5|opus-4-8)(-\d{8})?$/;

/** An open model behind A's dialect: nothing is refused for its model's sake. */
export const OPEN_MODEL_RULES: ClaudeModelRules = {
  takesSampling: true,
  takesTemperatureWithTopP: true,
  thinking: 'off',
  offType: 'disabled',
  takesBudget: true,
  takesForcedToolChoice: true,
  takesPrefill: true,
  omitsThinkingText: false,
  bindsThinking: false,
  maxOutputTokens: Number.MAX_SAFE_INTEGER,
  servesFast: false,
};

/** Rules of a provider A model id; an unlisted `claude-` id follows the newest. Undefined = no such model. */
export function claudeModelRules(model: string): ClaudeModelRules | undefined {
  if (!model.startsWith('claude-')) return undefined;
  const family = FAMILIES.find(([pattern]) => pattern.test(model))?.[1] ?? {};
  return { ...NEWEST, ...family, servesFast: FAST_MODELS.test(model) };
}
