import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/caller.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { editMembers, joinBytes } from '../../wire/json-bytes/edit-members.js';
import { scanTopLevel, type JsonMember, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { CompressionThreads } from './compression-threads.js';
import type { Compressor } from './compressor.js';
import { ExternalCompressor } from './external-compressor.js';
import type { PreparedPrompt } from './prepared-prompt.js';
import { WorkerCompressor } from './worker-compressor.js';

/** Prompts under about so many characters skip compression (spec section 8). */
const SKIPPED_BELOW_BYTES = 1_500;
const BYTES_A_TOKEN = 4;

/** Shortens long prompts where the project wants it (spec, Token compression). Never rejects: the original is sent instead. */
@Injectable()
export class PromptCompression implements OnApplicationShutdown {
  private readonly compressor: Compressor;

  constructor(
    @Inject(SETTINGS) { compressorUrl }: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const threads = new CompressionThreads({ logger });
    this.compressor =
      compressorUrl === undefined
        ? new WorkerCompressor(threads)
        : new ExternalCompressor({ url: compressorUrl, threads, logger });
  }

  /** Answers at once for everything that is not a long prompt of a project with the toggle on. */
  prepare({ permissions }: Caller, scan: TopLevelMembers): PreparedPrompt | Promise<PreparedPrompt> {
    const member = scan.find('messages');
    if (!permissions.tokenCompression || member?.kind !== 'array') return untouched(scan);
    if (member.textBytes < SKIPPED_BELOW_BYTES) return untouched(scan);
    return this.compress(scan, member);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.compressor.close();
  }

  private async compress(scan: TopLevelMembers, member: JsonMember): Promise<PreparedPrompt> {
    try {
      const messages = scan.bytes.subarray(member.valueStart, member.valueEnd);
      const shortened = await this.compressor.compress(messages);
      // All that was left out may have been given back to a later ask: what went up before stays as it was all the same.
      if (shortened === undefined) return untouched(scan);
      const edited = scanTopLevel(joinBytes(editMembers(scan, [{ replace: 'messages', json: shortened }])));
      const savedBytes = member.textBytes - (edited.find('messages')?.textBytes ?? 0);
      return { scan: edited, tokensSaved: Math.max(0, Math.floor(savedBytes / BYTES_A_TOKEN)) };
    } catch (error) {
      this.logger.warn({ err: error }, 'a prompt was not compressed');
      return untouched(scan);
    }
  }
}

function untouched(scan: TopLevelMembers): PreparedPrompt {
  return { scan, tokensSaved: undefined };
}
