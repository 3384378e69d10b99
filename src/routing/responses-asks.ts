import { atOnce } from '../lib/steps.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../wire/openai/chat-view.js';
import { findTextMembers } from '../wire/responses/request/check-text-format.js';
import type { FieldPlace, ResponsesNeeds } from '../wire/responses/request/responses-outline.js';
import { NEED_OF_MEDIA, USUAL_VERBOSITY, type Ask, type Need } from './request-asks.js';

/**
 * What a Responses body asks of the model beside text. What vanishes without a change of meaning asks for nothing.
 * @param needs of the body with all that it refers to in it, as `scan` and `view` are
 */
export function readResponsesAsks(scan: TopLevelMembers, view: ChatView, needs: ResponsesNeeds): Ask[] {
  const asks: Ask[] = [];
  const add = (need: Need, place: FieldPlace | undefined): void => {
    if (place !== undefined) asks.push({ need, field: place.field });
  };
  add('provider_b', needs.providerBOnly);
  for (const kind of view.mediaKinds) asks.push({ need: NEED_OF_MEDIA[kind], field: 'input' });
  add('file_urls', needs.fileUrl);
  add('tools', needs.tools);
  add('free_text_tools', needs.customTools);
  if (view.responseFormat?.type === 'json_schema') asks.push({ need: 'json_schema', field: 'text.format' });
  if (asksForVerbosity(scan)) asks.push({ need: 'verbosity', field: 'text.verbosity' });
  return asks;
}

function asksForVerbosity(scan: TopLevelMembers): boolean {
  if (scan.find('text')?.kind !== 'object') return false;
  const verbosity = atOnce(findTextMembers(scan)).text.word(scan.bytes, 'verbosity');
  return verbosity !== undefined && verbosity !== USUAL_VERBOSITY;
}
