const WEB_SEARCH = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/;
/** Tools that the caller runs, or whose calls he answers. */
const CALLERS_TOOLS: ReadonlySet<string> = new Set([
  'function',
  'custom',
  'namespace',
  'local_shell',
  'shell',
  'apply_patch',
  'computer',
  'computer_use_preview',
  'tool_search',
]);
const DEFINED_TOOLS: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

/** Web search at provider B, under any date. */
export function isWebSearch(type: string): boolean {
  return WEB_SEARCH.test(type);
}

/** Runs at the provider, and is not carried; families to come included. */
export function isUncarried(type: string): boolean {
  return !CALLERS_TOOLS.has(type) && !isWebSearch(type);
}

/** The caller defines it, by its name: every upstream can be told of it. */
export function isDefinedTool(type: string): boolean {
  return DEFINED_TOOLS.has(type);
}
