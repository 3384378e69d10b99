/** The slots with the highest counts, the first offered before those as high. */
export class Nearest {
  readonly slots: number[] = [];
  private readonly counts: number[] = [];
  private readonly prints: (number | undefined)[] = [];

  constructor(private readonly most: number) {}

  /** @param print where given, of several with the same one only the best stays */
  offer(slot: number, count: number, print: number | undefined): void {
    const { counts, slots, prints, most } = this;
    if (counts.length === most && count <= (counts[most - 1] ?? 0)) return;
    const same = print === undefined ? -1 : prints.indexOf(print);
    if (same >= 0) {
      if ((counts[same] ?? 0) >= count) return;
      this.drop(same);
    }
    let at = counts.length;
    while (at > 0 && (counts[at - 1] ?? 0) < count) at -= 1;
    counts.splice(at, 0, count);
    slots.splice(at, 0, slot);
    prints.splice(at, 0, print);
    if (counts.length > most) this.drop(most);
  }

  private drop(at: number): void {
    this.counts.splice(at, 1);
    this.slots.splice(at, 1);
    this.prints.splice(at, 1);
  }
}
