// To develop with: prompts that speak of tasks and have one, prompts that name no task and have several, and what comes back in
// messages without being an order.
import { mail, news, note, passage, person, product, question, review, take } from './group-inputs.mjs';

const one = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });
const several = (system, tasks) =>
  Object.entries(tasks).map(([id, make], nth) => one(id, 13 + (nth % 4), system, make));

export const PROMPT_TEMPLATES = [
  // One task, though the prompt speaks of orders, jobs and tasks.
  one(
    'shop orders',
    24,
    'Messages about orders in our shop come in. Say whether the sender wants to change, cancel or only ask.',
    (i) => `Order placed ${take(['in the app', 'at the counter', 'by phone'], i)}\n${note(i)}`,
  ),
  one(
    'your task',
    22,
    'Your task is to find the sentence that matters most in a notice and to return it unchanged.',
    (i) => `${take(['Notice of the town', 'Notice of a company'], i)}\n\n${news(i)}`,
  ),
  one(
    'job board',
    22,
    'You rate applications for jobs at the lighthouse from 1 to 10 and give one reason.',
    (i) => `Applied through: ${take(['friends', 'the paper'], i)}\nName: ${person(i)}\n${review(i)}`,
  ),
  one(
    'task list',
    22,
    'Split a message into a list of tasks, one per line, each with who has to do it.',
    (i) => mail(i),
  ),
  one(
    'mailbox',
    24,
    'Mailbox of the clinic. Tell apart complaints, praise and questions.',
    (i) => `${take(['Ward 3', 'Ward 4', 'Outpatients', 'Kitchen of the clinic'], i)}\n\n${note(i)}`,
  ),
  one(
    'guide persona',
    24,
    'You are the voice of the Brenik harbour tours. You are cheerful, short, and know the tides.',
    (i) => `${take(['Hi!', 'Good evening', 'ahoy'], i)}\n${question(i)}`,
  ),
  one(
    'device logs',
    26,
    'Assessor of device reports: severity 0 to 5, nothing more.',
    (i) =>
      `${take(['Device started normally', 'Device restarted after a fault', 'Device in maintenance'], i)}\n${note(i)}\n${take(['End of report', 'Report truncated'], i)}`,
  ),
  one(
    'documents that return',
    26,
    'Answers for employees come from the passage that is sent along, in the language of the question.',
    (i) => `${passage(i % 4)}\n\n${question(i)}`,
  ),
  // Several, though nothing in the prompt says so.
  ...several(
    'Text desk of a small museum. Visitors read what comes out, so be plain. Never exceed eighty words.',
    {
      'museum label': (i) => `A label for the glass case.\n\n${product(i)}`,
      'museum post': (i) => `Three hashtags and a hook for young people.\n\n${news(i)}`,
      'museum answer': (i) => `A warm answer to the guest book.\n\n${review(i)}`,
    },
  ),
  ...several('Back office of a theatre. Tone: dry. Language: that of the text. No emojis.', {
    'theatre seats': (i) => `${mail(i)}\n\nHow many seats are wanted?`,
    'theatre refund': (i) => `${mail(i + 3)}\n\nIs a refund due under the house rules?`,
  }),
  ...several('Redaktionshilfe der Vereinszeitung. Schreibe sachlich und ohne Fremdwörter.', {
    'verein zeile': (i) => `Bildzeile zu dieser Meldung:\n${news(i + 1)}`,
    'verein frage': (i) => `Drei Fragen für ein Interview dazu:\n${news(i + 5)}`,
  }),
];
