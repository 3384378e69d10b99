export const DEFAULT_THRESHOLD = 0.8;
export function scoreComplexity(_: unknown): { complexity: number; reasons: string[] } {
  return { complexity: 0.3, reasons: [] };
}
export interface RecognizedGroup {
  readonly id: string;
  readonly name: string;
  readonly assignedModel: string | undefined;
}
export class TaskGroups {
  recognize(_: unknown): Promise<RecognizedGroup | undefined> {
    return Promise.resolve(undefined);
  }
}
