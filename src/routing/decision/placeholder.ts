export const DEFAULT_THRESHOLD = 0.8;
export function scoreComplexity(_: unknown): { complexity: number; reasons: string[] } {
  return { complexity: 0.3, reasons: [] };
}
