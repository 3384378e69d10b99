import type { BatchFileKind } from './batch-file.entity.js';

/** A page of the list of files. */
export interface FilePageQuery {
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  /** Only files behind this one, in that order. */
  readonly after?: string;
  readonly kinds?: readonly BatchFileKind[];
}
