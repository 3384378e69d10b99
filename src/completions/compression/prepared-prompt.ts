import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';

/** The body that goes up. */
export interface PreparedPrompt {
  readonly scan: TopLevelMembers;
  /** Tokens that compression removed, about; absent when it did not run or the original was sent. */
  readonly tokensSaved: number | undefined;
}
