import { pickText } from '../../text/pick-text.js';

/** The label of a switch, and its effect on and off. */
interface PermissionText {
  readonly label: string;
  readonly on: string;
  readonly off: string;
}

const smart: PermissionText = {
  label: 'Smart routing',
  on: 'The router may choose the model: tiers, task groups, records, pins, routers of named models.',
  off: 'A call that names a model is answered by exactly that model; auto is answered by the Medium model. Routers, records and recommendations are kept.',
};
const updates: PermissionText = {
  label: 'Automatic updates',
  on: 'Tasks of a group with enough judged answers and no assigned model are served by the cheapest model that does them as well. Never conversations.',
  off: 'Nothing switches by itself. Recommendations wait in the router and in Task groups until somebody approves them.',
};
const compression: PermissionText = {
  label: 'Token compression',
  on: 'Long prompts in which something is looked up are shortened before the model reads them; answers never. What was saved is in x-svc-tokens-saved.',
  off: 'Prompts go to the model as they came.',
};
const chinese: PermissionText = {
  label: 'Chinese models',
  on: 'Models of Chinese labs may be called and put into routers.',
  off: 'The router never picks one, none can be saved into a router, and a call that names one is refused with 403.',
};
const storage: PermissionText = {
  label: 'Response storage',
  on: 'Answers of the Responses API are kept, encrypted, so that they can be read and continued by previous_response_id.',
  off: 'Nothing is kept; each turn sends its whole history.',
};
const traces: PermissionText = {
  label: 'Trace contents',
  on: 'Messages in traces that arrive from now on are kept with their spans.',
  off: 'Messages are dropped as traces arrive; names, times and tokens stay.',
};

export const text = pickText({
  en: {
    title: 'Permissions',
    intro: 'What the gateway may do for calls of this project. A change holds for the next call.',
    toggles: 'What the gateway may do',
    limitTitle: 'Limit',
    limitIntro:
      'What all keys of this project together may spend in a period. Calls are refused once it is spent; a limit below what is spent holds at once. Keys can have limits of their own.',
    saveLimit: 'Save limit',
    smart_routing: smart,
    automatic_updates: updates,
    token_compression: compression,
    chinese_models: chinese,
    response_storage: storage,
    trace_content: traces,
    aliases: 'Aliases',
    aliasesIntro:
      'Names of your own for models. Calls and batches may write them in place of an id; the log says both.',
    noAliases: 'There are none yet. An alias lets you change a model here and not in your code.',
    addAlias: 'Add alias',
    changeAlias: 'Change alias',
    alias: 'Alias',
    aliasHint: 'Letters, digits, dots, dashes and underscores; no spelling of a real model id.',
    model: 'Model',
    save: 'Save',
    cancel: 'Cancel',
    change: 'Change',
    delete: 'Delete',
    deleteAliasTitle: 'Delete this alias?',
    deleteAliasEffect: 'Calls that write it are refused from now on, as any unknown model.',
    contents: {
      label: 'Contents of calls',
      on: (retention: string, kilobytes: number) =>
        `Request and answer of each call are kept for ${retention}, encrypted, the first ${kilobytes} KB of each, with secrets of known shapes masked. Zero retention of the organization wins. Each reading is in the audit log.`,
      off: 'Nothing of requests and answers is kept. What was kept before goes when its time is over.',
      bounds: 'How contents are kept',
      retention: 'Retention',
      retentionHint: 'From 1h to 90d. A shorter one holds for what is kept already.',
      kilobytes: 'Kilobytes of each',
      kilobytesHint: 'From 1 to 1024. Calls themselves are never cut.',
      save: 'Save',
    },
    now: 'Now:',
    switchedOff: 'Off:',
    switchedOn: 'On:',
    saved: (label: string, isOn: boolean) => `${label} is ${isOn ? 'on' : 'off'}.`,
  },
});
