import { FlagField, TextField } from '../dto/fields.js';

export class PutProviderKey {
  @TextField({
    example: 'sk-…',
    max: 4_096,
    description: 'Encrypted, never shown again, and tried once with a call that is free.',
  })
  api_key!: string;

  @FlagField(
    "Whether an account of the gateway's, which is billed, answers where the key is refused (401), or the provider is busy, broken or away. Off when absent.",
    false,
  )
  fall_back_to_system?: boolean;
}
