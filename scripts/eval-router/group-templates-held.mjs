// The half of the invented templates that nobody looked at while the rules of groups were made (docs/quality.md).
import {
  arabic,
  chinese,
  japanese,
  mail,
  news,
  note,
  passage,
  person,
  product,
  question,
  report,
  review,
  russian,
  take,
} from './group-inputs.mjs';

const CATALOGUE =
  'Catalogue helper of Tervo Outdoor. Input is an order followed by product text. Output is plain text, one answer per call, no markup.';
const LEGAL =
  'You support the contracts office. Every request names a job and brings a text. Do the job for that text only. Keep the language of the text. Do not give legal advice.';
const PICK = 'Pick the category that fits best and print it.';
const LONG_AUDIT =
  'Below you find a remark that a visitor left in the guest book of one of our museums. Find out what the remark is mainly about, compare it with the topics that are allowed, and print the topic that fits best. Print the topic exactly as it is written in the list. If the remark is about several things, take the one that the visitor spends most words on. Remarks in other languages are judged in the same way.';
const shuffled = (index, ...parts) => {
  const orders = [
    [1, 0, 2],
    [0, 1, 2],
    [2, 1, 0],
    [0, 2, 1],
    [2, 0, 1],
    [1, 2, 0],
  ];
  return take(orders, index * 5 + (index >> 1))
    .map((part) => parts[part])
    .join('\n\n');
};

export const HELD_TEMPLATES = [
  {
    id: 'user subject',
    kind: 'user',
    count: 17,
    make: (i) => `Suggest a subject line for the mail below. No quotation marks.\n\n${mail(i)}`,
  },
  {
    id: 'user entities',
    kind: 'user',
    count: 21,
    make: (i) => `Text: """${news(i)}"""\n\nReturn the organisations in the text, one per line, or NONE.`,
  },
  {
    id: 'user formal',
    kind: 'user',
    count: 13,
    make: (i) => `Make the following note formal.\n---\n${note(i)}\n---`,
  },
  {
    id: 'user price',
    kind: 'user',
    count: 15,
    make: (i) => `Estimate a shop price in euros for: ${product(i)}. Number only.`,
  },
  {
    id: 'user claim',
    kind: 'user',
    count: 19,
    make: (i) => `Claim: ${news(i + 3)}\nIs the claim checkable? Answer CHECKABLE or OPINION.`,
  },
  {
    id: 'shop title',
    kind: 'shared',
    count: 16,
    make: (i) => `${CATALOGUE} >> Write a title of six words.\n\n${product(i)}`,
  },
  {
    id: 'shop colour',
    kind: 'shared',
    count: 14,
    make: (i) => `${CATALOGUE} >> Tell the main colour or "unknown".\n\n${product(i + 3)}`,
  },
  {
    id: 'shop materials',
    kind: 'shared',
    count: 19,
    make: (i) => `${CATALOGUE} >> List the materials mentioned.\n\n${product(i + 7)}`,
  },
  {
    id: 'legal plain',
    kind: 'shared',
    count: 18,
    make: (i) => `${LEGAL} >> Job: plain words\nText: ${passage(i)} ${note(i)}`,
  },
  {
    id: 'legal duties',
    kind: 'shared',
    count: 15,
    make: (i) => `${LEGAL} >> Job: find every duty and who bears it\nText: ${passage(i + 4)} ${note(i + 2)}`,
  },
  {
    id: 'legal deadline',
    kind: 'shared',
    count: 12,
    make: (i) =>
      `${LEGAL} >> Job: deadlines as a table with two columns\nText: ${passage(i + 8)} ${note(i + 6)}`,
  },
  {
    id: 'category food',
    kind: 'labels',
    count: 18,
    make: (i) => `${PICK}\nCategories: kitchen, garden, sport, toys\nItem: ${product(i)}`,
  },
  {
    id: 'category office',
    kind: 'labels',
    count: 16,
    make: (i) => `${PICK}\nCategories: paper, furniture, light\nItem: ${product(i + 5)}`,
  },
  {
    id: 'topic museum',
    kind: 'labels',
    count: 20,
    make: (i) => `${LONG_AUDIT}\nTopics: staff, exhibits, prices, access\n\nRemark: ${review(i)}\nTopic:`,
  },
  {
    id: 'topic zoo',
    kind: 'labels',
    count: 15,
    make: (i) =>
      `${LONG_AUDIT}\nTopics: animals, food, queues, playground\n\nRemark: ${review(i + 6)}\nTopic:`,
  },
  {
    id: 'order reply',
    kind: 'order',
    count: 22,
    make: (i) =>
      shuffled(
        i,
        'Draft a reply to the customer below.',
        `Customer message: ${note(i)}`,
        'Keep it under sixty words and end with an offer to call back.',
      ),
  },
  {
    id: 'order table',
    kind: 'order',
    count: 18,
    make: (i) =>
      shuffled(
        i,
        'TASK: turn the notice into rows of who, what, when.',
        `NOTICE: ${news(i)}`,
        'FORMAT: CSV with a header, commas inside cells escaped.',
      ),
  },
  {
    id: 'few shot unit',
    kind: 'examples',
    count: 14,
    make: (i) =>
      `Product to department.\n\nWool scarf, 180 cm => clothing\nFrying pan with lid => kitchen\nDog lead, 2 m => pets\n${product(i)} =>`,
  },
  {
    id: 'few shot ask',
    kind: 'examples',
    count: 18,
    make: (i) => [
      ['system', 'Answer whether a message needs a reply today: yes or no.'],
      ['user', 'The roof is leaking onto the server.'],
      ['assistant', 'yes'],
      ['user', 'Thanks, all good now.'],
      ['assistant', 'no'],
      ['user', note(i)],
    ],
  },
  {
    id: 'one task sms',
    kind: 'single',
    count: 28,
    make: (i) =>
      `Incoming texts of parents to the school office. Output the reason in one word: sick, late, lost, other. >> ${i % 2 ? `Good morning, this is ${person(i)}. ` : ''}${note(i)}${i % 5 === 0 ? ' Thank you very much for your time.' : ''}`,
  },
  {
    id: 'one task log',
    kind: 'single',
    count: 20,
    make: (i) =>
      `You grade support conversations from 1 (hostile) to 5 (delighted). Return the grade only. >> ${i % 2 ? `Customer: ${note(i)}\nAgent: I am sorry to hear that. How can I help?\nCustomer: ${review(i)}` : `[chat]\nguest> ${note(i)}\nstaff> one moment please\nguest> ${review(i + 1)}`}`,
  },
  {
    id: 'one task advice',
    kind: 'single',
    count: 24,
    make: (i) =>
      `You are Nell, who helps visitors of the Skarn lighthouse. Be brief, give times in the 24 hour clock, and never discuss politics. >> ${question(i)} ${i % 3 ? '' : 'We come with two kids.'}`,
  },
  {
    id: 'rag quotes',
    kind: 'rag',
    count: 26,
    make: (i) =>
      `Documents:\n(a) ${passage(i % 3)}\n(b) ${passage(i * 2 + 5)}\n\nQuery: ${question(i)}\n\nUsing only the documents, give the shortest possible answer and the letter of the document.`,
  },
  {
    id: 'rag system doc',
    kind: 'rag',
    count: 22,
    make: (i) =>
      `Use the excerpt to answer. Quote the sentence that supports the answer. Do not use other knowledge. >> Excerpt: ${passage(i % 6)}\n\n${question(i)}`,
  },
  {
    id: 'long minutes',
    kind: 'user',
    count: 14,
    make: (i) =>
      `${report(i)}\n\nFrom the notices above, collect all amounts of money and quantities as a list, in their order.`,
  },
  {
    id: 'chinese title',
    kind: 'languages',
    count: 15,
    make: (i) => `请为以下内容拟一个不超过十个字的标题。\n内容：${chinese(i)}\n标题：`,
  },
  {
    id: 'japanese service',
    kind: 'languages',
    count: 13,
    make: (i) =>
      `社内の文章処理係として動作します。指示された作業だけを行い、結果のみを返します。 >> 次の文を英語に翻訳する。\n${japanese(i)}`,
  },
  {
    id: 'japanese service 2',
    kind: 'languages',
    count: 13,
    make: (i) =>
      `社内の文章処理係として動作します。指示された作業だけを行い、結果のみを返します。 >> 次の文の感情を一語で答える。\n${japanese(i + 4)}`,
  },
  {
    id: 'russian extract',
    kind: 'languages',
    count: 14,
    make: (i) => `Найди в тексте все имена и названия. Выведи их через запятую.\n\n${russian(i)}`,
  },
  {
    id: 'arabic sentiment',
    kind: 'languages',
    count: 13,
    make: (i) => `${arabic(i)}\n\nصنف الرسالة أعلاه: شكوى أو سؤال أو خبر أو مدح. أجب بكلمة واحدة.`,
  },
  {
    id: 'german teaser',
    kind: 'languages',
    count: 15,
    make: (i) =>
      `Formuliere aus der Meldung einen Satz für die Startseite, höchstens 15 Wörter.\n\nMeldung: ${news(i)}`,
  },
  {
    id: 'spanish intent',
    kind: 'languages',
    count: 13,
    make: (i) =>
      `Indica la intención del mensaje: reclamar, preguntar, agradecer u otra.\nMensaje: ${note(i)}\nIntención:`,
  },
];
