import type { StrictSchema } from './strict-schema.js';

/** What provider A's grammar takes over all strict tools and the structured output of one request. */
const MAX_STRICT_TOOLS = 20;
const MAX_OPTIONAL_PROPERTIES = 24;
const MAX_UNIONS = 16;

/** Counts what the schemas of one request ask of provider A together: beyond its limits it refuses the whole request. */
export class StrictBudget {
  private tools = MAX_STRICT_TOOLS;
  private optionalProperties = MAX_OPTIONAL_PROPERTIES;
  private unions = MAX_UNIONS;

  /** Whether the format's schema still fits; if so it is counted. */
  takeFormat({ optionalProperties, unions }: StrictSchema): boolean {
    if (optionalProperties > this.optionalProperties || unions > this.unions) return false;
    this.optionalProperties -= optionalProperties;
    this.unions -= unions;
    return true;
  }

  /** The same for a tool. */
  takeTool(schema: StrictSchema): boolean {
    if (this.tools === 0 || !this.takeFormat(schema)) return false;
    this.tools -= 1;
    return true;
  }
}
