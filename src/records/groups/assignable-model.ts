import type { ParsedModelId } from '../../catalog/ids/parsed-model-id.js';
import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import { isModelAllowed } from '../../projects/is-model-allowed.js';

const PARAM = 'assigned_model';

/** A model that cannot be assigned to a group, and which could be. */
export class UnassignableModelError extends InvalidRequestError {
  constructor(code: string, message: string) {
    super({ code, param: PARAM, message });
  }
}

/** 403: a Chinese lab's model cannot be assigned while the project's toggle is off (spec, toggles). */
export class ChineseModelNotAssignableError extends GatewayError {
  constructor(modelId: string) {
    super({
      status: 403,
      code: 'chinese_models_off',
      param: PARAM,
      message: `\`${modelId}\` is a Chinese lab's model, and this project has Chinese models turned off. Name another model, or turn the permission on.`,
    });
  }
}

/**
 * The id under which a model is assigned to a group: a priced chat model of the catalogue that the project may call.
 * @throws UnassignableModelError (400), ChineseModelNotAssignableError (403)
 */
export function assignableModel(
  parsed: ParsedModelId,
  { chineseModels }: { readonly chineseModels: boolean },
): string {
  switch (parsed.kind) {
    case 'chat':
      if (!isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels }))
        throw new ChineseModelNotAssignableError(parsed.publicId);
      return parsed.publicId;
    case 'marketplace':
      throw refusal(
        'unpriced_model',
        `\`${parsed.publicId}\` is not in the catalogue, so its price is not known before a call. ${instead(parsed.variantOf?.id)}`,
      );
    case 'auto':
      throw refusal(
        'invalid_model',
        '`auto` is what the router decides. Name a model, or null to assign none.',
      );
    case 'embedding':
      throw refusal('wrong_surface', `\`${parsed.publicId}\` makes embeddings; a group needs a chat model.`);
    case 'responses-only':
      throw refusal(
        'responses_api_only',
        `\`${parsed.publicId}\` runs only on the Responses API, and a group's model serves chat completions too. Use \`${parsed.useInstead}\` instead.`,
      );
    case 'local':
      throw refusal(
        'unpriced_model',
        `\`${parsed.publicId}\` is a ${parsed.form === 'tagged' ? 'local' : 'fine-tuned'} model id, which runs on a registered endpoint and only when it is named. Name a hosted model.`,
      );
    case 'unpriced':
      throw refusal(
        'unpriced_model',
        `No price is known for \`${parsed.publicId}\`. ${instead(parsed.useInstead)}`,
      );
    case 'unknown':
      throw refusal('unknown_model', `There is no model \`${parsed.id}\`. ${instead(parsed.useInstead)}`);
    case 'invalid':
      throw refusal('invalid_model', `The model id ${parsed.reason}.`);
  }
}

const refusal = (code: string, message: string): UnassignableModelError =>
  new UnassignableModelError(code, `\`${PARAM}\`: ${message}`);

function instead(useInstead: string | undefined): string {
  return useInstead === undefined
    ? 'The priced models are listed at GET /api/v1/admin/models.'
    : `Did you mean \`${useInstead}\`?`;
}
