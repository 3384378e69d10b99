/** "You are a …" in the languages that most requests come in. */
const PERSONA =
  /^\s*(?:you are|you're|act as|du bist|sie sind|eres|usted es|tu es|vous êtes|sei un|você é|jesteś|je bent|sen bir|ты\b|ты —|вы\b|你是|您是|あなたは|당신은|あなた)/iu;
const STOCK = new Set(
  'you are re a an the helpful useful friendly honest harmless smart intelligent polite ai assistant assistants chatbot bot model language large virtual general purpose and very system prompt default du bist sie sind ein eine hilfreicher hilfsbereiter nützlicher freundlicher ki assistent eres un asistente útil amable de ia tu es vous êtes assistant utile sei assistente você é um prestativo útil jesteś pomocnym asystentem je bent een behulpzame ты вы полезный дружелюбный ассистент помощник ии'.split(
    ' ',
  ),
);
const STOCK_WITHOUT_SPACES =
  /^(?:你|您)是(?:一|个|個|名|位|有用|的|乐于助人|人工智能|AI|智能|助手|助理)+[。.！!]?$/iu;

/**
 * Whether a short system prompt names only a role. `stock`: the assistant that everybody's is, which says nothing of a task;
 * `role`: one of its own; `undefined`: no role but an instruction.
 */
export function personaOnly(system: string): 'stock' | 'role' | undefined {
  const words = system.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.every((word) => STOCK.has(word)) || STOCK_WITHOUT_SPACES.test(system.trim())) return 'stock';
  if (!PERSONA.test(system)) return undefined;
  const sentences = system.split(/[.!?。！？\n]+/u).filter((sentence) => sentence.trim() !== '');
  return sentences.length === 1 ? 'role' : undefined;
}
