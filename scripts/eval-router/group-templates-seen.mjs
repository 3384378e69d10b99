// Invented templates that the rules of groups were made with; the other half is in group-templates-held.mjs. A template makes
// its `index`th request as `system >> user` or as a list of messages; `count` requests of it are sent.
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

const DATA_TEAM =
  "You are the data team's text service. You get one order at a time and return only what was ordered, without greeting or comment.";
const EDITORIAL =
  'You work for the editorial desk of the Elmsworth Courier. Facts are never invented, names are spelled as in the source, numbers up to twelve are written out. If an order cannot be carried out, answer with the single word UNCLEAR.';
const LINE = 'Assign the ticket to exactly one label.';
const LONG_LABELS =
  'You will be given a message that a customer wrote to our help desk. Read it carefully, decide which queue should take care of it, and answer with the name of the queue in lower case, without punctuation and without an explanation. When two queues fit, choose the one that is named first in the list. Never answer with a queue that is not in the list.';
/** Parts in an order that changes from call to call. */
const shuffled = (index, ...parts) => {
  const orders =
    parts.length === 3
      ? [
          [0, 1, 2],
          [2, 0, 1],
          [1, 0, 2],
          [0, 2, 1],
          [1, 2, 0],
        ]
      : [
          [0, 1],
          [1, 0],
        ];
  return take(orders, index * 7 + (index >> 2))
    .map((part) => parts[part])
    .join('\n\n');
};

export const SEEN_TEMPLATES = [
  // The user message alone.
  {
    id: 'user stars',
    kind: 'user',
    count: 20,
    make: (i) =>
      `Guess how many stars out of five the writer gave. Answer with one digit.\n\nReview: ${review(i)}`,
  },
  {
    id: 'user headline',
    kind: 'user',
    count: 14,
    make: (i) => `${news(i)}\n\nWrite a headline of at most eight words for the notice above.`,
  },
  {
    id: 'user polite',
    kind: 'user',
    count: 16,
    make: (i) => `Rewrite this message so that it is polite but firm: ${note(i)}`,
  },
  {
    id: 'user tags',
    kind: 'user',
    count: 24,
    make: (i) =>
      `<notice>\n${news(i + 4)}\n</notice>\nList every place name in the notice as a JSON array of strings. Return [] when there is none.`,
  },
  {
    id: 'user quoted',
    kind: 'user',
    count: 13,
    make: (i) => `Does the sentence "${note(i)}" ask for something? Reply yes or no.`,
  },
  // One system prompt, several tasks.
  {
    id: 'data dates',
    kind: 'shared',
    count: 18,
    make: (i) => `${DATA_TEAM} >> Extract all dates.\n\n${news(i)}`,
  },
  {
    id: 'data persons',
    kind: 'shared',
    count: 15,
    make: (i) => `${DATA_TEAM} >> List the persons named.\n\n${news(i + 5)}`,
  },
  {
    id: 'data language',
    kind: 'shared',
    count: 22,
    make: (i) => `${DATA_TEAM} >> Give the language code.\n\n${i % 2 ? review(i) : note(i)}`,
  },
  {
    id: 'desk teaser',
    kind: 'shared',
    count: 16,
    make: (i) => `${EDITORIAL} >> Write a teaser of two sentences for this article:\n${news(i)}`,
  },
  {
    id: 'desk keywords',
    kind: 'shared',
    count: 20,
    make: (i) => `${EDITORIAL} >> Article: ${news(i + 2)}\n\nName up to five keywords, separated by commas.`,
  },
  {
    id: 'desk section',
    kind: 'shared',
    count: 13,
    make: (i) =>
      `${EDITORIAL} >> Which section does it belong to: local, business, sports or culture?\n\n${news(i + 9)}`,
  },
  {
    id: 'desk letter',
    kind: 'shared',
    count: 12,
    make: (i) => `${EDITORIAL} >> Shorten this reader's letter to forty words.\n\n${mail(i)}`,
  },
  // Labels in one line.
  {
    id: 'labels shop',
    kind: 'labels',
    count: 20,
    make: (i) => `${LINE}\nLabels: billing, shipping, account.\n\nTicket: ${note(i)}\nLabel:`,
  },
  {
    id: 'labels software',
    kind: 'labels',
    count: 17,
    make: (i) => `${LINE}\nLabels: bug, feature, question.\n\nTicket: ${note(i + 4)}\nLabel:`,
  },
  {
    id: 'labels hotel',
    kind: 'labels',
    count: 14,
    make: (i) => `${LINE}\nLabels: room, kitchen, reception.\n\nTicket: ${note(i + 8)}\nLabel:`,
  },
  {
    id: 'queues shop',
    kind: 'labels',
    count: 18,
    make: (i) => `${LONG_LABELS}\nQueues: returns, payments, delivery.\n\nMessage: ${note(i)}`,
  },
  {
    id: 'queues city',
    kind: 'labels',
    count: 15,
    make: (i) => `${LONG_LABELS}\nQueues: parking, waste, permits.\n\nMessage: ${mail(i)}`,
  },
  // Parts in varying order.
  {
    id: 'order summary',
    kind: 'order',
    count: 24,
    make: (i) =>
      shuffled(
        i,
        'Summarize the incident for the shift log.',
        `Incident report:\n${note(i)} ${news(i)}`,
        'Format: two bullet points, past tense, no names.',
      ),
  },
  {
    id: 'order rating',
    kind: 'order',
    count: 20,
    make: (i) =>
      shuffled(
        i,
        '## Task\nRate how urgent the request is.',
        `## Request\n${note(i)}`,
        '## Output\nJSON with the keys "urgency" (1 to 5) and "reason".',
      ),
  },
  // Examples.
  {
    id: 'few shot tone',
    kind: 'examples',
    count: 15,
    make: (i) =>
      `Say whether the remark is praise or blame.\n\nRemark: The bread was still warm.\nAnswer: praise\n\nRemark: Nobody came to the door.\nAnswer: blame\n\nRemark: ${review(i)}\nAnswer:`,
  },
  {
    id: 'few shot turns',
    kind: 'examples',
    count: 16,
    make: (i) => [
      ['system', 'Turn the product line into a search query of three words.'],
      ['user', 'Oak table, round, seats six'],
      ['assistant', 'round oak table'],
      ['user', 'Lantern of tin for tea lights'],
      ['assistant', 'tin tea lantern'],
      ['user', product(i)],
    ],
  },
  // One task in a system prompt, whatever the user message looks like.
  {
    id: 'one task mails',
    kind: 'single',
    count: 30,
    make: (i) =>
      `You receive mails to the town hall. Answer with the department that is in charge (traffic, parks, registry, culture) and nothing else. >> ${mail(i)}`,
  },
  {
    id: 'one task forms',
    kind: 'single',
    count: 22,
    make: (i) =>
      `Decide whether a submission to our contact form is spam. Answer SPAM or OK. Submissions in any language may come, with or without a subject. >> ${i % 3 === 0 ? `Subject: ${product(i)}\n${review(i)}` : i % 3 === 1 ? note(i) : `Name: ${person(i)}\nMessage: ${review(i + 2)}`}`,
  },
  {
    id: 'one task chat',
    kind: 'single',
    count: 26,
    make: (i) =>
      `You are the assistant of the Brenik staff handbook. Answer in two sentences, in the language of the question. If the handbook does not say it, answer "Please ask HR". >> ${i % 4 === 0 ? 'Hi! ' : ''}${question(i)}${i % 3 === 0 ? ' Thanks in advance for your help.' : ''}`,
  },
  // Documents that differ, and some that come back.
  {
    id: 'rag user',
    kind: 'rag',
    count: 28,
    make: (i) =>
      `Answer the question from the context. If it is not in there, say "not found".\n\nContext:\n${passage(i % 4)}\n${passage((i * 3) % 11)}\n\nQuestion: ${question(i)}\nAnswer:`,
  },
  {
    id: 'rag system',
    kind: 'rag',
    count: 24,
    make: (i) =>
      `You answer questions of employees on the basis of passages that a search has found. Cite the passage number in brackets. >> [1] ${passage(i)}\n[2] ${passage(i + 4)}\n\nQuestion: ${question(i * 2)}`,
  },
  {
    id: 'long report',
    kind: 'user',
    count: 16,
    make: (i) =>
      `Read the notices and name the one that matters most for commuters.\n\n${report(i)}\n\nReply with its first five words only.`,
  },
  // Other languages.
  {
    id: 'chinese topic',
    kind: 'languages',
    count: 18,
    make: (i) => `判断下面这句话属于哪一类：投诉、咨询、新闻、评价。只输出类别名称。\n\n${chinese(i)}`,
  },
  {
    id: 'chinese service',
    kind: 'languages',
    count: 14,
    make: (i) =>
      `你是客服部的文本处理服务，每次只完成一项任务，只输出结果。 >> 把下面的句子改写得更礼貌。\n${chinese(i)}`,
  },
  {
    id: 'chinese service 2',
    kind: 'languages',
    count: 14,
    make: (i) =>
      `你是客服部的文本处理服务，每次只完成一项任务，只输出结果。 >> 提取句子中的所有数字。\n${chinese(i + 5)}`,
  },
  {
    id: 'russian reply',
    kind: 'languages',
    count: 15,
    make: (i) =>
      `Определи настроение сообщения: положительное, отрицательное или нейтральное.\n\nСообщение: ${russian(i)}\nНастроение:`,
  },
  {
    id: 'arabic translate',
    kind: 'languages',
    count: 12,
    make: (i) => `ترجم الجملة التالية إلى الإنجليزية دون شرح:\n${arabic(i)}`,
  },
  {
    id: 'japanese keigo',
    kind: 'languages',
    count: 14,
    make: (i) => `次の文を敬語に直してください。直した文だけを出力してください。\n\n文：${japanese(i)}`,
  },
];
