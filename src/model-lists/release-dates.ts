/** Days on which makers made their models public, where that is known. UTC. */
const RELEASED: Readonly<Record<string, string>> = {
  'claude-haiku-4-5': '2025-10-15',
  'claude-opus-4-1': '2025-08-05',
  'claude-opus-4-5': '2025-11-24',
  'claude-sonnet-4-5': '2025-09-29',
  'gpt-4.1': '2025-04-14',
  'gpt-4.1-mini': '2025-04-14',
  'gpt-4.1-nano': '2025-04-14',
  'gpt-4o': '2024-05-13',
  'gpt-4o-mini': '2024-07-18',
  'gpt-5': '2025-08-07',
  'gpt-5-mini': '2025-08-07',
  'gpt-5-nano': '2025-08-07',
  'gpt-5.1': '2025-11-13',
  'gpt-5.2': '2025-12-11',
  o1: '2024-12-17',
  o3: '2025-04-16',
  'o3-mini': '2025-01-31',
  'o4-mini': '2025-04-16',
  'text-embedding-3-large': '2024-01-25',
  'text-embedding-3-small': '2024-01-25',
  'text-embedding-ada-002': '2022-12-15',
  'deepseek-ai/DeepSeek-R1-0528': '2025-05-28',
  'deepseek-ai/DeepSeek-V3.2': '2025-12-01',
  'meta-llama/Llama-3.1-8B-Instruct': '2024-07-23',
  'meta-llama/Llama-3.3-70B-Instruct': '2024-12-06',
  'meta-llama/Llama-4-Maverick-17B-128E-Instruct': '2025-04-05',
  'moonshotai/Kimi-K2-Thinking': '2025-11-06',
  'openai/gpt-oss-120b': '2025-08-05',
  'openai/gpt-oss-20b': '2025-08-05',
  'Qwen/Qwen3-235B-A22B-Instruct-2507': '2025-07-21',
  'Qwen/Qwen3-235B-A22B-Thinking-2507': '2025-07-25',
  'Qwen/Qwen3-Coder-480B-A35B-Instruct': '2025-07-22',
};
/** The month of the shipped catalogue: since then at the latest a model is there. */
const CATALOGUE_DAY = '2026-11-01';

/** When a model came: the day of its release, or of the catalogue that lists it. */
export function releaseDate(bareId: string): Date {
  return new Date(`${RELEASED[bareId] ?? CATALOGUE_DAY}T00:00:00Z`);
}
