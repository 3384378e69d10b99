/** Whole sources, left out together: what is alike in making is left out at once. */
export const FOLDS = [
  ['super-natural-instructions', 'natural-instructions-v1', 'vicuna-bench'],
  ['t0-promptsource', 'fastchat-dummy', 'tau-bench-retail(few-shot)'],
  ['instruction-induction', 'mt-bench-101'],
  ['banking77+wrapper', 'restaurant8k+wrapper', 'qmsum+wrapper', 'arena-hard-v0.1'],
  ['cookbook-classification', 'cookbook-json-mode', 'oasst-prompt-lottery', 'oasst-tree'],
  ['swe-agent-trajectories', 'bfcl-live-simple', 'awesome-prompts-zh'],
];
