// Written when the rules were done, and scored once: docs/quality.md, "Router: task groups".
import { mail, news, note, passage, person, product, question, review, take } from './group-inputs.mjs';

const CLINIC =
  'Text module of the Harbour Clinic intranet. Each call carries one assignment and one text. Answer with the result alone; names of patients are replaced by initials.';
const AMT =
  'Du arbeitest als Textdienst der Stadt Hollern. Jede Anfrage besteht aus einem Auftrag und einem Text. Gib ausschließlich das Ergebnis zurück, ohne Anrede.';
const SERVICIO =
  'Servicio interno de textos de una editorial. Recibes un encargo y un texto; respondes solo con el resultado, sin comentarios ni saludos.';
const SORTER = 'Sort the entry into one bucket and reply with the bucket.';
const turned = (index, parts) => {
  const first = (index * 3 + (index >> 1)) % parts.length;
  return [...parts.slice(first), ...parts.slice(0, first)].join('\n\n');
};

export const LAST_TEMPLATES = [
  {
    id: 'clinic summary',
    count: 16,
    make: (i) => `${CLINIC} >> Boil this down to one sentence.\n\n${mail(i)}`,
  },
  {
    id: 'clinic tone',
    count: 14,
    make: (i) => `${CLINIC} >> How angry is the writer, from 0 to 10?\n\n${note(i)} ${review(i)}`,
  },
  {
    id: 'clinic letters',
    count: 15,
    make: (i) => `${CLINIC} >> Text: ${note(i + 3)}\n\nReformulate it for a letter to a patient.`,
  },
  {
    id: 'clinic todo',
    count: 13,
    make: (i) => `${CLINIC} >> Pull out everything that somebody still has to do.\n\n${mail(i + 4)}`,
  },
  {
    id: 'amt leicht',
    count: 15,
    make: (i) => `${AMT} >> Auftrag: Leichte Sprache, höchstens drei Sätze\nText: ${passage(i)} ${note(i)}`,
  },
  {
    id: 'amt betreff',
    count: 14,
    make: (i) => `${AMT} >> Auftrag: Betreffzeile ohne Satzzeichen\nText: ${note(i + 5)}`,
  },
  {
    id: 'amt namen',
    count: 13,
    make: (i) => `${AMT} >> Auftrag: alle Personen und Orte als Liste\nText: ${news(i)}`,
  },
  {
    id: 'servicio titular',
    count: 14,
    make: (i) => `${SERVICIO} >> Propón un titular de seis palabras.\n\n${news(i + 2)}`,
  },
  {
    id: 'servicio cifras',
    count: 13,
    make: (i) => `${SERVICIO} >> Enumera las cifras con su unidad.\n\n${news(i + 6)}`,
  },
  {
    id: 'sorter desk',
    count: 16,
    make: (i) => `${SORTER}\nBuckets: urgent, normal, later\nEntry: ${note(i)}`,
  },
  {
    id: 'sorter shop',
    count: 15,
    make: (i) => `${SORTER}\nBuckets: praise, complaint, idea, other\nEntry: ${review(i)}`,
  },
  {
    id: 'turned offer',
    count: 18,
    make: (i) =>
      turned(i, [
        'Write an offer for the product to the customer.',
        `Product: ${product(i)}\nCustomer: ${person(i)}`,
        'Three sentences, friendly, no price.',
      ]),
  },
  {
    id: 'one prompt guide',
    count: 24,
    make: (i) =>
      `You answer visitors of the Elmsworth open-air museum. Keep it to two sentences and never promise refunds. >> ${take(['', 'Hi, ', 'Hello! ', 'Quick question: '], i)}${question(i)}`,
  },
  {
    id: 'one prompt triage',
    count: 22,
    make: (i) =>
      `Incoming messages of tenants. Reply with the trade to be sent: plumber, electrician, locksmith, none. >> ${i % 2 ? `${note(i)}\n\nSent from my phone` : `Flat ${i + 3}, ${person(i)}\n${note(i)}`}`,
  },
  {
    id: 'one prompt passages',
    count: 22,
    make: (i) =>
      `Decide whether the passage answers the question: yes, partly or no. >> Passage: ${passage(i % 5)}\nQuestion: ${question(i)}`,
  },
  {
    id: 'user two lines',
    count: 15,
    make: (i) => `Which product is meant?\n${review(i)}\nIf none is named, say none.`,
  },
  {
    id: 'user xml',
    count: 16,
    make: (i) =>
      `<task>Write alt text for a picture of this product.</task>\n<product>${product(i)}</product>`,
  },
  {
    id: 'user tail',
    count: 14,
    make: (i) => `${note(i)} ${review(i + 1)}\n\n=> sentiment as a number between -1 and 1:`,
  },
];
