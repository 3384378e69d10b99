/** Makes a switch over a closed set complete: the compiler refuses a call that can be reached. */
export function assertNever(value: never): never {
  throw new Error(`unreachable value: ${String(value)}`);
}
