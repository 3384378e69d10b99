import { atOnce, type Steps } from '../../../lib/steps.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import { readSmallJson } from '../../json-bytes/read-member.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { visitInSteps } from '../../json-bytes/visit-in-steps.js';
import { findTextMembers } from './check-text-format.js';
import { InputList, type SeenItem, type SeenPart } from './input-list.js';
import { isSharedType, typeOfItem } from './item-types.js';
import { NeedsFound } from './needs-found.js';
import type { ResponsesNeeds } from './responses-outline.js';
import { ToolList, type SeenTools } from './tool-list.js';
import { isDefinedTool } from './tool-types.js';

const PREVIOUS = 'previous_response_id';

/** What else is done with what is walked past. */
export interface NeedsLooks {
  onTools?(tools: SeenTools, place: string): void;
  onItem?(bytes: Buffer, item: SeenItem, type: string | undefined): void;
  onPart?(bytes: Buffer, part: SeenPart): void;
}

/**
 * What a body asks for when all that it refers to is in it (`resolveInput`): what was kept may ask for more. Checks nothing.
 * @param chainItems how many items of `input` stand for `previous_response_id`: that is the field which asks then
 */
export function readResponsesNeeds(scan: TopLevelMembers, chainItems = 0): ResponsesNeeds {
  return atOnce(readResponsesNeedsInSteps(scan, chainItems));
}

/** The same for large bodies, in steps. */
export function readResponsesNeedsInSteps(scan: TopLevelMembers, chainItems = 0): Steps<ResponsesNeeds> {
  return findNeeds(scan, {}, chainItems);
}

/** Walks tools and items once. @throws what `looks` throw */
export function* findNeeds(scan: TopLevelMembers, looks: NeedsLooks, chainItems = 0): Steps<ResponsesNeeds> {
  const needs = new NeedsFound();
  const fieldOf = (index: number, rest: string): string =>
    index < chainItems ? PREVIOUS : `input[${index - chainItems}]${rest}`;
  const tools = scan.find('tools');
  if (tools?.kind === 'array') {
    const list = new ToolList('tools');
    yield* visitInSteps(scan.bytes, tools.valueStart, scan.hopper(), list);
    looks.onTools?.(list.tools, 'tools');
    needs.addTools(list.tools, 'tools');
  }
  const input = scan.find('input');
  if (input?.kind === 'array') {
    const list = new InputList({
      onPart: (bytes, part) => {
        looks.onPart?.(bytes, part);
        if (part.members.has(bytes, 'file_url'))
          needs.fileUrl ??= { field: fieldOf(part.item, `.${part.list}[${part.index}].file_url`) };
      },
      onItem: (bytes, item) => {
        const type = item.isObject ? typeOfItem(bytes, item) : undefined;
        looks.onItem?.(bytes, item, type);
        if (type === 'additional_tools' && item.tools !== undefined)
          needs.addTools(
            item.tools.tools,
            fieldOf(item.index, '.tools'),
            item.index < chainItems ? PREVIOUS : undefined,
          );
        if (type !== undefined && !isSharedType(type))
          needs.providerBOnly ??= { field: fieldOf(item.index, '.type') };
      },
    });
    yield* visitInSteps(scan.bytes, input.valueStart, scan.hopper(), list);
  }
  addSettings(scan, needs);
  if (scan.find('text')?.kind === 'object')
    needs.verbosity = (yield* findTextMembers(scan)).text.word(scan.bytes, 'verbosity');
  return needs;
}

function addSettings(scan: TopLevelMembers, needs: NeedsFound): void {
  const choice = readSmallJson(scan, 'tool_choice');
  if (isJsonObject(choice) && typeof choice['type'] === 'string') {
    const { type } = choice;
    if (type !== 'allowed_tools' && !isDefinedTool(type))
      needs.providerBOnly ??= { field: 'tool_choice.type' };
  }
  if (readSmallJson(scan, 'truncation') === 'auto') needs.providerBOnly ??= { field: 'truncation' };
  const compaction = scan.find('context_management');
  if (compaction !== undefined && compaction.kind !== 'null' && !isEmpty(scan, 'context_management'))
    needs.providerBOnly ??= { field: 'context_management' };
  const reasoning = readSmallJson(scan, 'reasoning');
  const mode = isJsonObject(reasoning) ? (reasoning['mode'] ?? undefined) : undefined;
  if (mode !== undefined && mode !== 'standard') needs.providerBOnly ??= { field: 'reasoning.mode' };
}

function isEmpty(scan: TopLevelMembers, name: string): boolean {
  const value = readSmallJson(scan, name);
  return Array.isArray(value) && value.length === 0;
}
