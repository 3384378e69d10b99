import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { formatDuration } from '../../format/durations.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Time } from '../../ui/time.js';
import { pathOf } from '../../url/routes.js';
import { AttributeList } from './attribute-list.js';
import { text } from './text.js';
import type { TraceNode } from './trace-tree.js';

export interface NodeDetailsProps {
  readonly node: TraceNode;
  readonly projectId: string;
}

/** All that a span says of itself, as text. */
export function NodeDetails({
  node: { name, span, call, startMs, durationMs },
  projectId,
}: NodeDetailsProps) {
  const facts: (readonly [string, ComponentChildren])[] = [
    [text.name, <ForeignText key="name">{name}</ForeignText>],
    [text.when, text.startAt(formatDuration(startMs), formatDuration(durationMs))],
  ];
  if (span !== undefined) {
    facts.push([text.started, <Time key="time" at={span.started_at} isExact />], [text.kind, span.kind]);
    if (span.service !== null)
      facts.push([text.service, <ForeignText key="service">{span.service}</ForeignText>]);
    if (span.status.message !== null)
      facts.push([text.statusMessage, <ForeignText key="message">{span.status.message}</ForeignText>]);
  }
  if (call !== undefined)
    facts.push([
      text.callLink,
      <Link key="call" href={pathOf('calls', { projectId }, call.id)}>
        {call.id}
      </Link>,
    ]);
  return (
    <>
      <Facts facts={facts} />
      {span !== undefined && (
        <>
          <h3>{text.attributes}</h3>
          <AttributeList attributes={span.attributes} />
          {span.events.map((event, index) => (
            <div key={index}>
              <h3>
                {text.events}: <ForeignText>{event.name}</ForeignText>
              </h3>
              <AttributeList attributes={event.attributes} />
            </div>
          ))}
          <h3>{text.resource}</h3>
          <AttributeList attributes={span.resource} />
        </>
      )}
    </>
  );
}
