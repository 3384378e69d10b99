import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Call } from '../../api/calls.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

type Fact = readonly [string, ComponentChildren];

/** The router's own reasons, and what it went by. */
export function WhyRegion({ call }: { readonly call: Call }) {
  const { reasons } = call;
  return (
    <Region title={text.why}>
      {reasons.length === 0 ? (
        <p class="soft">{text.noReasons}</p>
      ) : (
        <ul class="reasons">
          {reasons.map((reason, index) => (
            <li key={index}>
              <ForeignText>{reason}</ForeignText>
            </li>
          ))}
        </ul>
      )}
      <Facts facts={[...modelFacts(call), ...decisionFacts(call)]} />
    </Region>
  );
}

function modelFacts({ requested_model, decided_model, served_model, tier }: Call): Fact[] {
  return [
    [text.tier, tierInWords(tier ?? 'none')],
    [text.requested, <ForeignText key="requested">{requested_model}</ForeignText>],
    [text.decided, decided_model !== null && <ForeignText key="decided">{decided_model}</ForeignText>],
    [text.served, served_model === null ? '—' : <ForeignText key="served">{served_model}</ForeignText>],
  ];
}

const tierInWords = (tier: string): string =>
  (text.tiers as Readonly<Partial<Record<string, string>>>)[tier] ?? tier;

function decisionFacts({
  decided_by: by,
  project_id,
  group_id,
  group_name,
  router_id,
  router_name,
}: Call): Fact[] {
  const scope = { projectId: project_id };
  const facts: Fact[] = [];
  if (by !== null) {
    facts.push(
      [text.kind, text.kinds[by.kind]],
      [
        text.difficulty,
        by.complexity === null
          ? text.notScored
          : text.difficultyOf(String(by.complexity), String(by.threshold)),
      ],
      [text.considered, <Considered key="considered" models={by.considered} />],
    );
  }
  if (group_id !== null)
    facts.push([
      text.group,
      <Link key="group" href={pathOf('groups', scope, group_id)}>
        <ForeignText>{group_name ?? group_id}</ForeignText>
      </Link>,
    ]);
  facts.push([
    text.router,
    router_id === null ? (
      text.noRouter
    ) : (
      <Link key="router" href={pathOf('routers', scope, router_id)}>
        <ForeignText>{router_name ?? router_id}</ForeignText>
      </Link>
    ),
  ]);
  return facts;
}

function Considered({ models }: { readonly models: readonly string[] }) {
  return (
    <ol class="considered">
      {models.map((model) => (
        <li key={model}>
          <ForeignText>{model}</ForeignText>
        </li>
      ))}
    </ol>
  );
}
