/** FNV-1a over UTF-16 units; 32 bits, for look-ups that may collide harmlessly. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** An order-sensitive hash of two numbers; 32 bits. */
export function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 15) ^ second) + 0x27d4eb2f, 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}
