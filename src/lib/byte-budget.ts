export interface ByteBudgetOptions {
  readonly maxBytes: number;
  /** What one holder may have of it; all of it when absent. */
  readonly maxBytesEach?: number;
}

/** Bounds memory that requests take: who finds no room is told to come back, and no holder takes it all. */
export class ByteBudget {
  private used = 0;
  private readonly usedBy = new Map<string, number>();
  private readonly maxBytes: number;
  private readonly maxBytesEach: number;

  constructor({ maxBytes, maxBytesEach = maxBytes }: ByteBudgetOptions) {
    this.maxBytes = maxBytes;
    this.maxBytesEach = maxBytesEach;
  }

  get usedBytes(): number {
    return this.used;
  }

  /** `undefined`: no room. The first one is always let in, however large. */
  take(bytes: number, holder: string): ByteShare | undefined {
    if (!this.hasRoom(bytes, holder)) return undefined;
    const share = new ByteShare({
      fits: (change) => this.hasRoom(change, holder),
      change: (change) => this.change(change, holder),
    });
    share.resize(bytes);
    return share;
  }

  private hasRoom(bytes: number, holder: string): boolean {
    if (this.used === 0) return true;
    const ownBytes = this.usedBy.get(holder) ?? 0;
    return this.used + bytes <= this.maxBytes && (ownBytes === 0 || ownBytes + bytes <= this.maxBytesEach);
  }

  private change(bytes: number, holder: string): void {
    this.used += bytes;
    const ownBytes = (this.usedBy.get(holder) ?? 0) + bytes;
    if (ownBytes === 0) this.usedBy.delete(holder);
    else this.usedBy.set(holder, ownBytes);
  }
}

interface ShareOwner {
  readonly fits: (bytes: number) => boolean;
  readonly change: (bytes: number) => void;
}

/** One request's part. To be given back; it takes nothing any more then, however far its reader still comes. */
export class ByteShare {
  private bytes = 0;
  private isGivenBack = false;

  constructor(private readonly owner: ShareOwner) {}

  /** The size is known now. */
  resize(bytes: number): void {
    if (this.isGivenBack) return;
    this.owner.change(bytes - this.bytes);
    this.bytes = bytes;
  }

  /** Makes it at least so large; false when there is no room for that. */
  grow(bytes: number): boolean {
    if (bytes <= this.bytes || this.isGivenBack) return true;
    if (!this.owner.fits(bytes - this.bytes)) return false;
    this.resize(bytes);
    return true;
  }

  /** More than once is as once. */
  giveBack(): void {
    this.resize(0);
    this.isGivenBack = true;
  }
}
