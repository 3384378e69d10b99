/** Clients and what is between give up streams that are silent for long; models think for minutes (contract section 11). */
export const KEEP_ALIVE_MS = 15_000;

/** Two events say all of the instructions and tools again before anything is visible, and those of agents have tens of kilobytes. */
export const MAX_WAITING_BYTES = 1_048_576;
