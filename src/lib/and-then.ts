/**
 * Goes on at once with a value that is there, and later with one that is waited for. For steps of a call that seldom wait: an
 * `await` costs a turn of the microtask queue even when there is nothing to wait for.
 */
export function andThen<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
