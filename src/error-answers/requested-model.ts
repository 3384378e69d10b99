import type { FastifyRequest } from 'fastify';

const MODEL = Symbol('requested model');

type WithModel = FastifyRequest & { [MODEL]?: string };

/** Remembers what the caller wrote as `model`, once the body is read, for what is told of a refusal. */
export function noteRequestedModel(request: FastifyRequest, model: string): void {
  (request as WithModel)[MODEL] = model;
}

/** `undefined`: refused before the body was read, or it names none. */
export function requestedModelOf(request: FastifyRequest): string | undefined {
  const model = (request as WithModel)[MODEL];
  return model === '' ? undefined : model;
}
