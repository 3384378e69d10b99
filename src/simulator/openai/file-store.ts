import type { Clock } from '../../lib/clock.js';
import { invalidRequest, notFound } from '../http/simulated-fault.js';
import { stableHash } from '../stable-hash.js';

const MAX_STORED_BYTES = 768 * 1_024 * 1_024;
const FILE_LIFETIME_SECONDS = 30 * 24 * 3_600;

export interface StoredFile {
  id: string;
  object: 'file';
  bytes: number;
  created_at: number;
  expires_at: number;
  filename: string;
  purpose: string;
  status: 'processed';
  status_details: null;
}

/** Files of simulated provider B, in memory; the oldest make room for new ones. */
export class FileStore {
  private readonly files = new Map<string, { file: StoredFile; content: Buffer }>();
  private storedBytes = 0;
  private count = 0;

  constructor(private readonly clock: Clock) {}

  add(upload: { filename: string; purpose: string; content: Buffer }): StoredFile {
    this.count += 1;
    const createdAt = Math.floor(this.clock.now().getTime() / 1_000);
    const file: StoredFile = {
      id: `file-simulated-${this.count}-${stableHash(`${upload.filename}/${createdAt}`).slice(0, 12)}`,
      object: 'file',
      bytes: upload.content.length,
      created_at: createdAt,
      expires_at: createdAt + FILE_LIFETIME_SECONDS,
      filename: upload.filename,
      purpose: upload.purpose,
      status: 'processed',
      status_details: null,
    };
    this.files.set(file.id, { file, content: upload.content });
    this.storedBytes += upload.content.length;
    this.makeRoom(file.id);
    return file;
  }

  list(): StoredFile[] {
    return [...this.files.values()].map(({ file }) => file).reverse();
  }

  /** @throws SimulatedFault 404 for an unknown id. */
  get(id: string): StoredFile {
    return this.find(id).file;
  }

  /** @throws SimulatedFault 404 for an unknown id. */
  content(id: string): Buffer {
    return this.find(id).content;
  }

  /** @throws SimulatedFault 404 for an unknown id. */
  delete(id: string): void {
    this.storedBytes -= this.find(id).content.length;
    this.files.delete(id);
  }

  /** The content for a batch. @throws SimulatedFault 400 when there is no such file for batches. */
  batchInput(id: string): Buffer {
    const stored = this.files.get(id);
    if (stored?.file.purpose === 'batch') return stored.content;
    throw invalidRequest(`Invalid 'input_file_id': no file '${id}' with purpose 'batch'.`, 'input_file_id');
  }

  private find(id: string): { file: StoredFile; content: Buffer } {
    const stored = this.files.get(id);
    if (stored === undefined) throw notFound(`No such File object: ${id}`);
    return stored;
  }

  private makeRoom(keepId: string): void {
    for (const [id, { content }] of this.files) {
      if (this.storedBytes <= MAX_STORED_BYTES) return;
      if (id === keepId) continue;
      this.storedBytes -= content.length;
      this.files.delete(id);
    }
  }
}
