import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Task groups',
    table: 'Task groups',
    emptyTitle: 'No task groups',
    empty:
      'A group is one template of machine-shaped requests, as “Classify this ticket: …”. It is listed from its third call on; conversation makes none. Send such a call three times:',
    notRouting:
      'Smart routing is off for this project: an assigned model serves nothing until it is on (Permissions).',
    name: 'Task group',
    task: 'Task',
    assigned: 'Assigned model',
    noneAssigned: 'by record and router',
    assignedHint:
      'Serves every call of the group from the next one on. Cheapest first; USD for a million tokens.',
    record: 'Record',
    recordOf: (model: string) => `Of ${model}`,
    more: (count: number) => `+${count}`,
    noRecord: 'nothing judged yet',
    requests: 'Calls',
    spend: 'Billed',
    created: 'First seen',
    recommendedModel: 'Recommended',
    group: (name: string) => `Task group ${name}`,
    goneTitle: 'No such task group',
    gone: 'It is of another project, or not listed yet.',
    calls: 'Calls of this group',
    records: 'Records',
    recordsHint: 'Judged tasks within the record window, with the 95% interval of the success rate.',
    model: 'Model',
    success: 'Success',
    judged: (count: string) => `of ${count} judged`,
    assign: 'Assign',
    serving: 'assigned',
    unassign: 'Unassign',
    splitFrom: 'Split from',
    splitInto: 'Split into',
    cascade: 'Cascade',
    cascadeText: (state: string, escalated: string, cascaded: string) =>
      `${state}: ${escalated} of ${cascaded} cascaded calls escalated`,
    until: 'stopped until',
    assignedNote: (name: string, model: string) => `${name}: every call goes to ${model} from now on.`,
    unassignedNote: (name: string) => `${name}: record and router choose the model again.`,
    undo: 'Undo',
  },
});
