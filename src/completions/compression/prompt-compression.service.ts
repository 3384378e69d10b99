import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { PreparedPrompt } from './prepared-prompt.js';

/** Shortens long prompts where the project wants it (spec, Token compression). */
@Injectable()
export class PromptCompression {
  prepare(_caller: Caller, scan: TopLevelMembers): PreparedPrompt | Promise<PreparedPrompt> {
    return { scan, tokensSaved: undefined };
  }
}
