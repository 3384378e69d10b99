/**
 * What one model of provider A takes, as the request translation needs it (wire notes 1.3). The caller derives it from
 * the catalogue; ids that the catalogue does not know get the newest generation's rules.
 */
export interface AnthropicModelRules {
  /** Takes temperature, top_p, top_k. */
  readonly acceptsSampling: boolean;
  /** Takes a `tool_choice` that forces a tool. */
  readonly acceptsForcedToolChoice: boolean;
  /** Takes `{type: enabled, budget_tokens}`; elsewhere it becomes `{type: adaptive}`. */
  readonly acceptsBudgetThinking: boolean;
  /** Takes a conversation that ends with an assistant turn. It is forwarded either way: the provider's verdict stands. */
  readonly acceptsPrefill: boolean;
  /** Takes `output_config.format`. */
  readonly structuredOutputs: boolean;
  /** What a request that says nothing gets. */
  readonly thinkingDefault: 'off' | 'on' | 'always';
  /** The `thinking.type` that turns thinking off. Absent: it cannot be turned off. */
  readonly thinkingOff?: 'disabled' | 'between_tools';
  /** For a model that always thinks: the effort that stands in for off. Absent: off is dropped. */
  readonly lowestEffort?: string;
}
