/** Injection token of the bundled simulator's address. */
export const SIMULATOR_ADDRESS = Symbol('SIMULATOR_ADDRESS');

export interface SimulatorAddress {
  /** Absent when real accounts are used. */
  readonly url: string | undefined;
}
