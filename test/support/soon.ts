/**
 * What is there within a second on a machine of its own, in milliseconds: beside other work it may take ten times that, and what these
 * tests tell it from (nothing announced, a wait that its limit ends) takes longer still or never ends.
 */
export const SOON_MS = 10_000;
