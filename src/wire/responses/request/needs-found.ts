import type { FieldPlace, ResponsesNeeds } from './responses-outline.js';
import type { SeenTools } from './tool-list.js';
import { isWebSearch } from './tool-types.js';

/** Collects what a body asks for; of each need the first field that has it. */
export class NeedsFound implements ResponsesNeeds {
  providerBOnly: FieldPlace | undefined;
  tools: FieldPlace | undefined;
  customTools: FieldPlace | undefined;
  fileUrl: FieldPlace | undefined;
  verbosity: string | undefined;

  /**
   * Notes what a list of tools asks for.
   * @param field that is said to ask for it when it is not the list's own
   */
  addTools(tools: SeenTools, list: string, field?: string): void {
    tools.forEach((tool, index) => {
      const place = `${list}[${index}]`;
      const type = tool?.type ?? '';
      switch (type) {
        case 'function':
          this.tools ??= { field: field ?? list };
          break;
        case 'custom':
          this.tools ??= { field: field ?? list };
          this.customTools ??= { field: field ?? place };
          break;
        case 'namespace':
          this.addTools(tool?.inner ?? [], `${place}.tools`, field);
          break;
        default:
          if (type !== '' && !isWebSearch(type)) this.providerBOnly ??= { field: field ?? `${place}.type` };
      }
    });
  }
}
