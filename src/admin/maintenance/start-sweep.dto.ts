/** A sweep takes no options: the body may be absent or an empty object. */
export class StartSweep {}
