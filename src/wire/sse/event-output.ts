/** Gathers the ranges that go on to the client; neighbours in one buffer stay one range, and a whole buffer stays itself. */
export class EventOutput {
  private readonly earlier: Buffer[] = [];
  private current: Buffer | undefined;
  private start = 0;
  private end = 0;

  add(bytes: Buffer, start = 0, end = bytes.length): void {
    if (bytes === this.current && start === this.end) {
      this.end = end;
      return;
    }
    this.closeRange();
    this.current = bytes;
    this.start = start;
    this.end = end;
  }

  /** All bytes since the last call, or undefined when there are none. */
  take(): Buffer | undefined {
    this.closeRange();
    const [first] = this.earlier;
    if (this.earlier.length <= 1) {
      this.earlier.length = 0;
      return first;
    }
    return Buffer.concat(this.earlier.splice(0));
  }

  private closeRange(): void {
    const { current, start, end } = this;
    this.current = undefined;
    if (!current || start === end) return;
    this.earlier.push(start === 0 && end === current.length ? current : current.subarray(start, end));
  }
}
