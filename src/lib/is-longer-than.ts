/** Whether a text has more than `max` characters. A character outside the basic plane is one, though JavaScript's `length` says two. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  return Array.from(text).length > max;
}
