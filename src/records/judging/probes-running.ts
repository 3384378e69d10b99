/** Probes of this process that have not been reported yet. One that never is (its upstream failed) is forgotten in time. */
export class ProbesRunning {
  private readonly groups = new Map<string, Map<string, number>>();

  constructor(private readonly memoryMs: number) {}

  start(groupId: string, callId: string, nowMs: number): void {
    const probes = this.groups.get(groupId) ?? new Map<string, number>();
    probes.set(callId, nowMs);
    this.groups.set(groupId, probes);
  }

  end(groupId: string, callId: string): void {
    const probes = this.groups.get(groupId);
    probes?.delete(callId);
    if (probes?.size === 0) this.groups.delete(groupId);
  }

  count(groupId: string, nowMs: number): number {
    const probes = this.groups.get(groupId);
    if (probes === undefined) return 0;
    for (const [callId, startedAt] of probes)
      if (nowMs - startedAt >= this.memoryMs) this.end(groupId, callId);
    return probes.size;
  }
}
