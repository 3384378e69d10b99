/** What tells a Chinese lab's model by its id alone. All texts are lower case. */
export interface LabRules {
  readonly orgs: ReadonlySet<string>;
  /** Orgs whose ids choose a model only when they run, so that a Chinese lab's cannot be ruled out. */
  readonly unjudgeableOrgs: ReadonlySet<string>;
  /** Matches a lab's model name anywhere in an id. */
  readonly modelName: RegExp;
  /** `<org>/<model>` of models built on a Chinese lab's weights under a name that does not say so. */
  readonly derivatives: readonly string[];
}

export interface LabLists {
  readonly orgs: readonly string[];
  readonly unjudgeableOrgs: readonly string[];
  readonly namesAnywhere: readonly string[];
  readonly namesAtWordStart: readonly string[];
  readonly derivatives: readonly string[];
}

export function compileLabRules(lists: LabLists): LabRules {
  return {
    orgs: new Set(lists.orgs.map(lower)),
    unjudgeableOrgs: new Set(lists.unjudgeableOrgs.map(lower)),
    modelName: modelNamePattern(lists),
    derivatives: lists.derivatives.map(lower),
  };
}

/**
 * Whether an id outside the catalogue names a Chinese lab's model, or one built on its weights (contract section 9).
 * Every `/` part is looked at, so that prefixes of ours or of another gateway hide nothing; case, `~` and variants neither.
 */
export function isChineseLabId(id: string, rules: LabRules): boolean {
  const text = lower(id);
  if (rules.modelName.test(text)) return true;
  const parts = text.split('/').map((part) => part.replace(/^~/, '').replace(/:.*$/, ''));
  return parts.some((part, index) => {
    const model = parts[index + 1];
    if (model === undefined) return false;
    return rules.orgs.has(part) || rules.unjudgeableOrgs.has(part) || isDerivative(`${part}/${model}`, rules);
  });
}

function isDerivative(id: string, rules: LabRules): boolean {
  return rules.derivatives.some((derivative) => id === derivative || id.startsWith(`${derivative}-`));
}

function modelNamePattern({ namesAnywhere, namesAtWordStart }: LabLists): RegExp {
  const alternatives = namesAnywhere.map((name) => escapePattern(lower(name)));
  if (namesAtWordStart.length > 0) {
    // `glm-` must not be found in `somealglm-2`: a word starts after anything but a letter or digit.
    alternatives.push(
      `(?<![a-z0-9])(?:${namesAtWordStart.map((name) => escapePattern(lower(name))).join('|')})`,
    );
  }
  return alternatives.length > 0 ? new RegExp(alternatives.join('|')) : /$^/;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function lower(text: string): string {
  return text.toLowerCase();
}
