const MAX_ID_CHARS = 256;
/** `name:tag`, both there, or `ft:…`; a slash makes it an id of the marketplace or of a provider. */
const LOCAL_ID = /^(?:ft:[^/]+|[^/:]+:[^/]*[^/:])$/;
const UNUSABLE_CHARACTER = /[\s\p{C}]/u;

/**
 * Whether an endpoint may be registered for this id: a local model (`name:tag`) or a fine-tuned one (`ft:…`), spec 4.2 model
 * rule 3. Takes exactly the ids that a call then reads as such, so that no registration is out of reach.
 */
export function isEndpointModel(id: string): boolean {
  return id.length <= MAX_ID_CHARS && LOCAL_ID.test(id) && !UNUSABLE_CHARACTER.test(id);
}
