import type { GroupTemplate, PartTemplate } from './templates/group-index.js';
import { SPARE_BITS } from './reading/read-document.js';
import type { NewTemplate } from './templates/recognize-template.js';
import type { TaskGroupEntity } from './task-group.entity.js';

/** A group in memory. Its template may be narrowed while it was seen in few requests. */
export interface StoredGroup extends GroupTemplate {
  readonly projectId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly task: string;
  readonly basis: string;
  readonly assignedModel: string | undefined;
  /** The group that its requests were in before it was told apart. */
  readonly splitFrom: string | undefined;
  /** What that group keeps, while this one is not stored. */
  readonly left?: PartTemplate | undefined;
  /** What a narrowed template is called, unless somebody has named or assigned the group. */
  readonly renamed?: string | undefined;
}

const MAX_NAME = 80;
const UNTITLED = 'Untitled task';

export function newGroup(
  template: NewTemplate,
  {
    projectId,
    organizationId,
    task,
    assignedModel,
  }: {
    projectId: string;
    organizationId: string;
    task: string;
    /** Of the group that it is split from: who assigned it meant these requests too. */
    assignedModel: string | undefined;
  },
): StoredGroup {
  const { id, scope, features, distinct, weak, basis, label, splitFrom } = template;
  return {
    id,
    scope,
    features,
    distinct,
    weak,
    basis,
    projectId,
    organizationId,
    task,
    name: toName(label),
    assignedModel,
    splitFrom: splitFrom?.id,
    left: splitFrom?.keeps,
  };
}

export function groupOf(row: TaskGroupEntity, organizationId: string): StoredGroup {
  return {
    id: row.id,
    scope: Number(row.scope),
    features: unpackFeatures(row.features),
    distinct: row.seenIn,
    weak: row.weak,
    basis: row.basis,
    projectId: row.projectId,
    organizationId,
    task: row.task,
    name: row.name,
    assignedModel: row.assignedModel ?? undefined,
    splitFrom: row.splitFrom ?? undefined,
    keeps: keptBy(row),
  };
}

function keptBy({ keptScope, keptFeatures }: TaskGroupEntity): PartTemplate | undefined {
  if (keptScope === null || keptFeatures === null) return undefined;
  return { scope: Number(keptScope), features: unpackFeatures(keptFeatures) };
}

/** Stored with the bit that runs once had more, so that templates of before are read alike. */
export function packFeatures(features: ReadonlySet<number>): Buffer {
  const bytes = Buffer.alloc(features.size * 4);
  let at = 0;
  for (const feature of features) at = bytes.writeUInt32BE((feature << SPARE_BITS) >>> 0, at);
  return bytes;
}

export function unpackFeatures(bytes: Buffer): Set<number> {
  const features = new Set<number>();
  for (let at = 0; at + 4 <= bytes.length; at += 4) features.add(bytes.readUInt32BE(at) >>> SPARE_BITS);
  return features;
}

/** What people see beside a group's traffic: the kind of key, and the key's own part of the id. */
export function fingerprintOf({ id, basis }: Pick<StoredGroup, 'id' | 'basis'>): string {
  return `${basis}:${id.slice('grp_'.length)}`;
}

/** The template's first words on one line, without what neither people nor the database can read. */
export function toName(label: string): string {
  const line = label
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(/^[\s\p{P}\p{S}]+|[\s:;,.]+$/gu, '')
    .trim();
  if (line === '') return UNTITLED;
  if (line.length <= MAX_NAME) return line;
  // Half a character at the cut is dropped.
  const cut = line.slice(0, MAX_NAME).replace(/\p{Cs}$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${space > MAX_NAME / 2 ? cut.slice(0, space) : cut}…`;
}
