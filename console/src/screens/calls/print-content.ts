/** JSON as a person reads it; text that is none, or was cut, as it is. */
export function printContent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
