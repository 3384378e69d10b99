/** Who asks again without a pause keeps from happening what he asks for, and takes a core from the tests beside him. */
export const BETWEEN_POLLS_MS = 10;
