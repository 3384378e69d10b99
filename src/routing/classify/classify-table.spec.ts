import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import type { Classification, TaskKind } from './classification.js';
import { classify } from './classify.js';

/** `system >> user`, further turns by ` || `: user and assistant in turn. */
function classifyLine(line: string): Classification {
  const [first = '', after] = line.split(' >> ');
  const turns = (after ?? first).split(' || ');
  const messages = turns.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
  if (after !== undefined) messages.unshift({ role: 'system', content: first });
  return classify(readChatView(scanTopLevel(Buffer.from(JSON.stringify({ messages })))));
}

/** Requests of programs, `system >> user`, examples as turns by ` || `. None of them is among what the weights learned from. */
const PROGRAMS: readonly (readonly [TaskKind, string])[] = [
  [
    'classification',
    'Classify the sentiment of the following review as positive, negative or neutral. Answer with one word.\n\nReview: The screen cracked after two days.',
  ],
  [
    'classification',
    'You are a spam filter. Answer SPAM or HAM. >> Congratulations, you were chosen for a free cruise!',
  ],
  [
    'classification',
    'Label the support ticket with one of: billing, technical, account, other.\n\nTicket: I was charged twice this month.\nLabel:',
  ],
  ['classification', 'Tweet: Best concert ever!!\nEmotion (joy, anger, sadness, fear):'],
  [
    'classification',
    'Text: The bank of the river was steep.\n\nIs the word "bank" used in a financial sense? Answer yes or no.',
  ],
  [
    'classification',
    'Categorize the expense. Categories: travel, meals, office, software. Return only the category. >> Uber to airport 34.20',
  ],
  [
    'classification',
    'Bestimme die Stimmung der folgenden Bewertung: positiv, negativ oder neutral. Antworte mit einem Wort.\n\nBewertung: Der Akku ist nach einer Stunde leer.',
  ],
  [
    'classification',
    'Clasifica el siguiente mensaje como urgente o no urgente. Responde con una sola palabra.\n\nMensaje: El servidor está caído.',
  ],
  [
    'classification',
    'Определи тональность отзыва: положительная, отрицательная или нейтральная. Ответь одним словом.\n\nОтзыв: Доставили быстро, всё понравилось.',
  ],
  [
    'classification',
    'Classe le ticket dans une catégorie : facturation, technique, compte. Réponds avec la catégorie seulement.\n\nTicket : Mon mot de passe ne marche plus.',
  ],
  [
    'classification',
    '将下面的邮件分类为“投诉”“咨询”或“合作”，只输出类别。\n\n邮件：贵公司的发票抬头写错了。',
  ],
  [
    'summarizing',
    '次の記事を五十字以内で要約してください。\n\n記事：市議会は月曜日、図書館の開館時間を延長することを決めた。',
  ],
  ['classification', '判断以下评论的情感是正面还是负面，只输出一个词。\n\n评论：快递太慢了，包装也破了。'],
  [
    'classification',
    'Classify as question, command or statement. >> Close the window. || command || Where are you? || question || It rains.',
  ],
  [
    'extraction',
    'Extract the invoice number, total and due date from the text below. Return JSON.\n\nText: Invoice 4711, total 99.00 EUR, payable until 1 June.',
  ],
  [
    'extraction',
    'Extract all person names mentioned. Comma separated, nothing else. >> Angela met Barack and Emmanuel in Berlin.',
  ],
  [
    'extraction',
    'You are an information extraction system. Output a JSON object with the keys "title", "company", "salary". >> We are hiring a nurse at St. Mary, 52k a year.',
  ],
  ['extraction', 'Extract the phone number.\n\nCall me at 555-0134 after five.'],
  [
    'extraction',
    'Extrahiere Name und Kundennummer als JSON.\n\nText: Hier ist Petra Vogel, Kundennummer 88412, mein Router ist defekt.',
  ],
  [
    'extraction',
    'Extrae el número de factura y el importe en formato JSON.\n\nTexto: Factura 2291 por 120 euros.',
  ],
  [
    'extraction',
    'Извлеки из текста название компании и город. Формат: JSON.\n\nТекст: Компания «Ромашка» открыла склад в Туле.',
  ],
  [
    'extraction',
    'テキストから会社名と金額を抽出し、JSONのみを出力してください。\n\nテキスト：東京商事は300万円を支払った。',
  ],
  [
    'summarizing',
    'Summarize the following support conversation in two sentences.\n\nCustomer: My order is late.\nAgent: It ships today.\n\nSummary:',
  ],
  [
    'summarizing',
    'You summarize news articles. Output at most 30 words. >> The council voted on Monday to extend the tram line to the harbour. Works begin in spring and cost 40 million.',
  ],
  [
    'summarizing',
    'Fasse den folgenden Text in einem Satz zusammen.\n\nText: Der Verein hat am Samstag gewonnen. Trainer und Spieler feierten bis in die Nacht.',
  ],
  [
    'summarizing',
    'Resume el siguiente texto en una frase.\n\nTexto: La empresa presentó ayer sus resultados. Los ingresos crecieron un 4 %.',
  ],
  ['translation', 'Translate to German: The meeting is at noon.'],
  [
    'translation',
    'Translate the text from English to Portuguese. Output only the translation.\n\nText: Your cart is empty.',
  ],
  [
    'translation',
    'Translate the user message into Korean. Do not add anything. >> The gate closes in ten minutes.',
  ],
  [
    'translation',
    'Übersetze den folgenden Text ins Französische. Gib nur die Übersetzung zurück.\n\nText: Ihr Termin wurde bestätigt.',
  ],
  [
    'translation',
    'Переведи следующий текст на немецкий язык. Выведи только перевод.\n\nТекст: Ваш заказ отправлен.',
  ],
  ['translation', '将以下文本翻译成法语，只输出译文。\n\n文本：您的订单已发货。'],
  ['rewriting', 'Rewrite the following sentence in formal English.\n\nSentence: gimme a sec\nRewritten:'],
  [
    'rewriting',
    'Correct the grammar of the text. Return only the corrected text. >> She go to school every days.',
  ],
  [
    'rewriting',
    'Paraphrase the sentence without changing its meaning.\n\nInput: The storm delayed all flights.\nOutput:',
  ],
  [
    'rewriting',
    'Korrigiere die Rechtschreibung des Textes. Gib nur den korrigierten Text aus.\n\nText: Ich habe den brief gestern geschriben.',
  ],
  [
    'question-answering',
    'Answer the question based on the context only.\n\nContext: The museum opens at ten and closes at six.\n\nQuestion: When does the museum close?\nAnswer:',
  ],
  [
    'template',
    'Write a product description of 40 words for the catalogue.\n\nProduct: Steel bottle\nFeatures: 750 ml, keeps cold 24 h, dishwasher safe\nDescription:',
  ],
  [
    'template',
    'Generate five search keywords for the product. One per line.\n\nProduct: Waterproof hiking boots',
  ],
];

/** Messages of people, `system >> user`, further turns by ` || `. What could be either counts as theirs. */
const PEOPLE: readonly string[] = [
  'hi',
  'thank you!!',
  'can you help me write a birthday poem for my mum?',
  "why does my python code fail?\n\n```python\nprint(x)\n```\nNameError: name 'x' is not defined",
  'What is the best way to learn piano as an adult?',
  'I had a fight with my best friend and I feel terrible. What should I do?',
  'Explain recursion to me with an example',
  'Write a short story about a robot that learns to paint.',
  'Which is better for a small business, an LLC or a sole proprietorship?',
  'My landlord wants to raise the rent by 20 percent, is that even legal?',
  'Give me a recipe for lentil soup for six people.',
  'could you translate this for me? My Italian colleague wrote "ci sentiamo domani" and I am not sure what he means',
  'I need to summarise a book for school, it is The Old Man and the Sea. Can you help?',
  'Write a function that checks whether a string is a palindrome, in JavaScript',
  'Build me a landing page with a hero section and a contact form.',
  'Who was the first woman in space?',
  'what is 17% of 250',
  'Plan a weekend in Prague for two, we like beer and museums',
  'How do I get red wine out of a carpet?',
  'Tell me about the French Revolution.',
  'You are a helpful assistant. >> What should I wear to a job interview?',
  'You are the support assistant of a parcel service.\n\nRules:\n- Only discuss parcels.\n- Always ask for the tracking number.\n- Never promise delivery times.\n- Output plain text. >> my package says delivered but it is not here',
  'You are Luna, an AI companion. Stay in character. Answer with at most two sentences. Do not use lists. >> good morning Luna, did you sleep well?',
  'You are a senior software engineer. Return code only in fenced blocks. >> how do I debounce a function in React?',
  'Answer in JSON when the user asks for data. You help users of an analytics product. >> hey, which chart should I use for my monthly numbers?',
  'what is a mortgage? || A mortgage is a loan for a house. || and how long does it usually run?',
  'Write a haiku || Old pond, a frog leaps in. || make it about winter',
  'Hello || Hi! How can I help? || Classify my feelings, haha || I can try! || never mind, tell me a joke instead',
  'You are a tutor. >> What is a noun? || A word for a thing. || Can you give me another example?',
  'Hallo, wie geht es dir?',
  'Kannst du mir bei meiner Steuererklärung helfen? Ich weiß nicht, wo ich anfangen soll.',
  'Warum bekomme ich in meinem Code diese Fehlermeldung?\n\n```java\nString s = null;\ns.length();\n```',
  'Schreib mir bitte eine Einladung zu meinem 40. Geburtstag.',
  'Wie hoch ist der Mount Everest?',
  '¿Me puedes recomendar una película para esta noche?',
  'Escribe una carta de amor para mi novia, llevamos cinco años juntos.',
  '¿Cómo puedo mejorar mi inglés?',
  'Как приготовить борщ?',
  'Посоветуй, куда поехать в отпуск с детьми, мы любим море.',
  'Помоги, у меня не запускается программа, пишет ошибку доступа.',
  'Peux-tu me conseiller un bon livre pour les vacances ?',
  'Mi aiuti a scrivere una mail al mio capo?',
  'Você pode me ajudar a montar um treino para casa?',
  '你能帮我写一封给老师的道歉信吗？',
  '最近总是睡不好，有什么办法吗？',
  '我想让你扮演一位咖啡店老板。我会走进你的店点单，你要用轻松的语气和我聊天，并推荐一款咖啡。我的第一句话是：老板，今天有什么好喝的？',
  '会社の同僚に送る送別のメッセージを一緒に考えてもらえませんか？三年間お世話になった人です。',
  '週末に東京でおすすめの場所はありますか？',
  'act as my personal stylist and ask me questions about my taste',
  'here is my code, what do you think?\n\nclass A:\n    def run(self):\n        return 1\n',
  'A train travels 120 km in 1.5 hours. What is its average speed? Show your steps.',
  'please make a table of the planets with mass and radius',
];

describe('the kind of a request', () => {
  it.each(PROGRAMS)('a program asks for %s: %s', (task, line) => {
    const { kind, task: found, machineScore } = classifyLine(line);
    expect({ kind, task: found }, `score ${machineScore}`).toEqual({ kind: 'machine', task });
  });

  it.each(PEOPLE.map((line) => [line]))('a person speaks: %s', (line) => {
    const { kind, task, machineScore, quick } = classifyLine(line);
    expect({ kind, task, quick }, `score ${machineScore}`).toEqual({
      kind: 'conversation',
      task: undefined,
      quick: false,
    });
  });
});
