/** So many waits make up one: a stall of this process lasts through one of them at most. */
const PARTS = 4;

/**
 * Calls back when no answer came within about so long. While the process itself is busy its answers lie unread, and timers are due before
 * sockets are read: time that it did not listen in is no silence of the other side.
 * @returns ends the waiting: the answer is there
 */
export function waitForAnswer(milliseconds: number, onSilence: () => void): () => void {
  let timer: NodeJS.Timeout;
  let left = PARTS;
  const listen = (): void => {
    timer = setTimeout(() => {
      left -= 1;
      if (left > 0) listen();
      else onSilence();
    }, milliseconds / PARTS);
  };
  listen();
  return () => clearTimeout(timer);
}
