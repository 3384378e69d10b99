import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import type { Attribution } from '../billing/calls/attribution.js';
import type { BatchView } from '../batches/batch-book.service.js';
import { BatchFiles } from '../batches/files/batch-files.service.js';
import { UnknownFileError } from '../batches/files/file-errors.js';
import { FileSubmissions } from '../batches/validation/file-submissions.service.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import type { BatchRequest } from './read-batch-request.js';

export interface WantedBatch extends BatchRequest {
  readonly idempotencyKey: string | undefined;
  /** Where the caller found this service. */
  readonly baseUrl: string;
  readonly attribution: Attribution | undefined;
}

/** Batches of files that OpenAI's clients ask for. */
@Injectable()
export class BatchCreation {
  constructor(
    private readonly files: BatchFiles,
    private readonly submissions: FileSubmissions,
  ) {}

  /** @throws InvalidRequestError (400) for a file that no batch is made of, and what `FileSubmissions.create` throws */
  async create(caller: Caller, wanted: WantedBatch): Promise<BatchView> {
    await this.checkFile(caller, wanted.inputFileId);
    return this.submissions.create(caller, wanted);
  }

  private async checkFile({ projectId }: Caller, id: string): Promise<void> {
    const file = await this.files.find(projectId, id).catch((error: unknown) => {
      throw error instanceof UnknownFileError
        ? wrongFile('is no file of this project. Upload one first')
        : error;
    });
    if (file.kind !== 'input') throw wrongFile('is a file of results. Upload one with the purpose `batch`');
  }
}

function wrongFile(problem: string): InvalidRequestError {
  return new InvalidRequestError({
    code: 'invalid_input_file',
    param: 'input_file_id',
    message: `\`input_file_id\` ${problem} (POST /api/v1/openai/files).`,
  });
}
