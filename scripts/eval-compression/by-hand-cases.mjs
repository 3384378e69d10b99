import { DOCUMENTS, LAYOUTS } from './by-hand-documents.mjs';
import { AMID, ENDINGS, WHOLE_TEXT_SYSTEMS, WHOLE_TEXT_TASKS } from './by-hand-tasks.mjs';

export const LOOK_UPS = DOCUMENTS.flatMap(({ lang, text, lookUps }) =>
  lookUps.flatMap(([question, needle]) =>
    Object.entries(LAYOUTS).map(([layout, lay]) => ({
      name: `${lang} ${layout} ${question}`,
      messages: lay(text, question),
      needle,
    })),
  ),
);

const TASKS = DOCUMENTS.flatMap(({ lang, text }) =>
  (WHOLE_TEXT_TASKS[lang] ?? []).map((task) => ({
    name: `${lang} ${task}`,
    messages: [{ role: 'user', content: task.replace('{}', () => text) }],
  })),
);

const SYSTEMS = DOCUMENTS.flatMap(({ lang, text }) =>
  WHOLE_TEXT_SYSTEMS.map((system) => ({
    name: `${lang} system: ${system}`,
    messages: [
      { role: 'system', content: system },
      // Texts often end with a question of their own.
      { role: 'user', content: `${text}\n\n${ENDINGS[lang] ?? ''}`.trim() },
    ],
  })),
);

export const WHOLE = [...TASKS, ...SYSTEMS];

export const CHATS = DOCUMENTS.flatMap(({ lang, text, lookUps }) =>
  lookUps.slice(1).map(([question, needle], index) => ({
    name: `${lang} ${question}`,
    messages: [
      ...LAYOUTS[index % 2 === 0 ? 'last' : 'system'](text, lookUps[0][0]),
      { role: 'assistant', content: lookUps[0][1] },
      { role: 'user', content: question },
    ],
    needle,
  })),
);

export const AMID_CASES = DOCUMENTS.slice(0, 2).flatMap(({ text, lookUps }) =>
  AMID.map((needle) => {
    const paragraphs = text.split('\n\n');
    const middle = paragraphs.length >> 1;
    const mixed = [...paragraphs.slice(0, middle), needle, ...paragraphs.slice(middle)].join('\n\n');
    return { needle, messages: [{ role: 'user', content: `${mixed}\n\n${lookUps[0][0]}` }] };
  }),
);
