/** Clients and what is between give up streams that are silent for long; models think for minutes (contract section 11). */
export const KEEP_ALIVE_MS = 15_000;
