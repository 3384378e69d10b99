import type { SpanStatusCode } from '../../wire/otlp/span-model.js';
import { dateOf } from '../../lib/day.js';

/** How well a span stands for its whole trace; the lowest does. */
export const ENTRY_RANK = { root: 0, inner: 1, gateway: 2 } as const;
export type EntryRank = (typeof ENTRY_RANK)[keyof typeof ENTRY_RANK];

/**
 * What a request's spans say about one trace, beside what is summed. All of it may be told again without a change: the earliest,
 * the latest, the worst, and sets. Sums are made in the database, over the spans that were new.
 */
export interface TraceDelta {
  readonly traceId: string;
  startNano: bigint;
  endNano: bigint;
  /** Days since 1970 of the first and the last start: the partitions to look in. */
  firstDay: number;
  lastDay: number;
  entryRank: EntryRank;
  entryNano: bigint;
  entryName: string;
  service: string | undefined;
  status: SpanStatusCode;
  readonly models: Set<string>;
  readonly terms: Set<string>;
}

const MAX_MODELS = 20;
const MAX_TERMS = 300;

/** Takes what another part of the same trace says. */
export function mergeDelta(into: TraceDelta, from: TraceDelta): void {
  if (from.startNano < into.startNano) into.startNano = from.startNano;
  if (from.endNano > into.endNano) into.endNano = from.endNano;
  into.firstDay = Math.min(into.firstDay, from.firstDay);
  into.lastDay = Math.max(into.lastDay, from.lastDay);
  into.status = Math.max(into.status, from.status) as SpanStatusCode;
  if (standsBefore(from, into)) {
    into.entryRank = from.entryRank;
    into.entryNano = from.entryNano;
    into.entryName = from.entryName;
    into.service = from.service;
  }
  for (const model of from.models) addBounded(into.models, model, MAX_MODELS);
  for (const term of from.terms) addBounded(into.terms, term, MAX_TERMS);
}

/** The row that the database reads it from. */
export function toDeltaRow(projectId: string, delta: TraceDelta): object {
  return {
    project_id: projectId,
    trace_id: delta.traceId,
    start_nano: delta.startNano.toString(),
    end_nano: delta.endNano.toString(),
    first_day: dateOf(delta.firstDay),
    last_day: dateOf(delta.lastDay),
    entry_rank: delta.entryRank,
    entry_nano: delta.entryNano.toString(),
    root_name: delta.entryName,
    service: delta.service,
    status: delta.status,
    models: [...delta.models],
    terms: [...delta.terms],
  };
}

export function addModel({ models }: TraceDelta, model: string): void {
  addBounded(models, model, MAX_MODELS);
}

export function addTerm({ terms }: TraceDelta, term: string): void {
  addBounded(terms, term, MAX_TERMS);
}

function standsBefore(one: TraceDelta, other: TraceDelta): boolean {
  return (
    one.entryRank < other.entryRank || (one.entryRank === other.entryRank && one.entryNano < other.entryNano)
  );
}

function addBounded(set: Set<string>, value: string, limit: number): void {
  if (set.size < limit) set.add(value);
}
