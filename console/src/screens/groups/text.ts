import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Task groups',
    emptyTitle: 'No task groups yet',
    empty: 'Calls with the same instructions become a group by themselves, once there are several.',
  },
});
