import { useLayoutEffect } from 'preact/hooks';

type Ref<T> = { readonly current: T | null };
const GAP = 2;
const MARGIN = 8;
const MAX_HEIGHT = 320;
const ENOUGH = 200;

/** Shows the list in the top layer below its input, or above it where there is more room; nothing that scrolls cuts it. */
export function useListPlace(isOpen: boolean, input: Ref<HTMLElement>, list: Ref<HTMLElement>): void {
  useLayoutEffect(() => {
    const [anchor, element] = [input.current, list.current];
    if (!isOpen || anchor === null || element === null) return undefined;
    const place = (): void => {
      const { top, bottom, left, width } = anchor.getBoundingClientRect();
      const below = innerHeight - bottom - MARGIN;
      const isBelow = below >= ENOUGH || below >= top;
      const { style } = element;
      style.minWidth = `${width}px`;
      style.maxHeight = `${Math.max(120, Math.min(MAX_HEIGHT, isBelow ? below : top - MARGIN))}px`;
      style.top = isBelow ? `${bottom + GAP}px` : 'auto';
      style.bottom = isBelow ? 'auto' : `${innerHeight - top + GAP}px`;
      style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - element.offsetWidth - MARGIN))}px`;
    };
    element.showPopover();
    place();
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
      if (element.isConnected) element.hidePopover();
    };
  }, [isOpen]);
}
