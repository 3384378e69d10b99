/** A new text, and where the JSON string stands whose place it takes. */
export interface TextEdit {
  readonly slot: { readonly start: number; readonly end: number };
  readonly text: string;
}
