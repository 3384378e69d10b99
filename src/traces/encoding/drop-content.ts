import { isMessageContent, isMessageEvent } from '../../wire/otlp/is-message-content.js';
import type { Attributes, Span } from '../../wire/otlp/span-model.js';

const MAX_REMEMBERED = 10_000;
const remembered = new Map<string, boolean>();

/** As `isMessageContent`, remembered: the same few names come with every span. */
export function isContent(name: string): boolean {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const answer = isMessageContent(name);
  if (remembered.size < MAX_REMEMBERED && name.length < 100) remembered.set(name, answer);
  return answer;
}

/** The span without what people, models and tools said. That something was said, when and how much, stays. */
export function dropContent(span: Span): Span {
  return {
    ...span,
    attributes: withoutContent(span.attributes),
    events: span.events.map((event) => ({
      ...event,
      attributes: isMessageEvent(event.name) ? {} : withoutContent(event.attributes),
    })),
    links: span.links.map((link) => ({ ...link, attributes: withoutContent(link.attributes) })),
  };
}

function withoutContent(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !isContent(name)));
}
