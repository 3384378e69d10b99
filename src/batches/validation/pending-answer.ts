/** The answer that a caller waits for while his file is read: either it still can be an error, or it was given. */
export class PendingAnswer {
  private state: 'open' | 'refused' | 'given' = 'open';

  /** The batch exists now, whatever comes. @returns false when it was refused before: then the refusal is the answer */
  give(): boolean {
    if (this.state === 'open') this.state = 'given';
    return this.state === 'given';
  }

  /** @returns whether the caller can still be told: then there is no batch */
  refuse(): boolean {
    if (this.state === 'open') this.state = 'refused';
    return this.state === 'refused';
  }
}
