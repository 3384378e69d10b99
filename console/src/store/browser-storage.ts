/** What of `localStorage` and `sessionStorage` is used; a browser may refuse both, and then nothing is remembered. */
export interface Shelf {
  read(name: string): string | undefined;
  /** `undefined` takes it away. */
  write(name: string, value: string | undefined): void;
}

function shelfOf(storage: () => Storage): Shelf {
  const attempt = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      return action(storage());
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => attempt((shelf) => shelf.getItem(`console:${name}`)) ?? undefined,
    write: (name, value) => {
      attempt((shelf) =>
        value === undefined ? shelf.removeItem(`console:${name}`) : shelf.setItem(`console:${name}`, value),
      );
    },
  };
}

/** Of this tab, until it closes. */
export const tabShelf: Shelf = shelfOf(() => sessionStorage);
/** Of this browser. */
export const browserShelf: Shelf = shelfOf(() => localStorage);
