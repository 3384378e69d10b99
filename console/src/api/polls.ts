/** How often each screen asks again while it can be seen, in milliseconds: what moves fast, and what somebody waits for, sooner. */
export const POLLS = {
  overview: 60_000,
  calls: 10_000,
  refusals: 10_000,
  routers: 10_000,
  groups: 15_000,
  batches: 10_000,
  /** One that is open; somebody waits for it. */
  batch: 5_000,
  traces: 10_000,
  money: 15_000,
  audit: 15_000,
  providers: 5_000,
  settings: 10_000,
} as const;
