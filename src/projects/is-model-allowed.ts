import { GatewayError } from '../lib/gateway-error.js';

/** A Chinese lab's model was named while the project's toggle is off. Never substituted (spec, toggles). */
export class ChineseModelsOffError extends GatewayError {
  constructor(modelId: string) {
    super({
      status: 403,
      code: 'chinese_models_off',
      param: 'model',
      message: `\`${modelId}\` is a Chinese lab's model, and this project has Chinese models turned off. Name another model, or turn the permission on.`,
    });
  }
}

/** The policy that every surface asks again where a model is about to be called. */
export function isModelAllowed({
  chineseLab,
  chineseModels,
}: {
  chineseLab: boolean;
  chineseModels: boolean;
}): boolean {
  return chineseModels || !chineseLab;
}
