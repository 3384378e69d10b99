import type { ChatView } from '../../wire/openai/chat-view.js';
import type { FieldPlace, ResponsesNeeds } from '../../wire/responses/request/responses-outline.js';
import { NEED_OF_MEDIA, USUAL_VERBOSITY, type Ask, type Need } from './request-asks.js';

/**
 * What a Responses body asks of the model beside text. What vanishes without a change of meaning asks for nothing.
 * @param needs of the body with all that it refers to in it, as `view` is
 */
export function readResponsesAsks(view: ChatView, needs: ResponsesNeeds): Ask[] {
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
  const { verbosity } = needs;
  if (verbosity !== undefined && verbosity !== USUAL_VERBOSITY)
    asks.push({ need: 'verbosity', field: 'text.verbosity' });
  return asks;
}
