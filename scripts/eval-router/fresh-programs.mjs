// Tasks of programs that nothing is trained on or tuned to: docs/quality.md, "Requests of our own". Written before they were
// scored and not changed after it. `{}` stands for the data; `level` is how hard the task is, in our opinion.
const REVIEWS = [
  'The blender is loud but it crushes ice without trouble.',
  'why did nobody tell me the sleeves are this short?? i want my money back',
  'Habe den Rucksack seit drei Wochen, bisher hält alles.',
  'Commandé lundi, reçu mercredi, rien à dire.',
  'Три раза звонил в поддержку, никто не отвечает.',
  '音はいいけど、充電がすぐ切れる。',
  'No sé si lo volvería a comprar, pero cumple.',
  'My daughter asked me yesterday: "Mum, can we get another one?" so I guess that says it all. Please keep making them!',
];
const MAILS = [
  'Hello team,\n\nour lift is stuck on the fourth floor again. When does somebody come?\n\nKind regards\nP. Adeyemi',
  'Hi Jo,\ncan we move our talk to Thursday at 3? I have the dentist on Wednesday.\nThanks, Lars',
  'Sehr geehrte Damen und Herren,\n\nanbei die unterschriebene Vollmacht.\n\nMit freundlichen Grüßen\nH. Brunner',
  'Bonjour,\n\nje n’ai toujours pas reçu la facture de mars.\n\nCordialement\nM. Faure',
  'I hereby cancel my subscription no. 88-4417 with immediate effect. Confirm in writing.',
  'Dobrý den,\nmůžete mi prosím poslat nový kód? Starý nefunguje.\nDěkuji, Nováková',
];
const NEWS = [
  'The regional council approved a second tram line on Tuesday. Construction is to begin in May and will cost 84 million euros. Shop owners along the route fear two years of noise.',
  'Researchers in Bergen tagged forty seals and found that they dive deeper in winter than was thought. The tags sent data for eleven months.',
  'The bakery chain Kornblum closes nine of its branches. According to the management the rents have doubled since 2019. About seventy employees are affected.',
  'Nach dem Sturm sind noch 3.000 Haushalte ohne Strom. Die Stadtwerke rechnen damit, dass die Leitungen bis Freitag repariert sind.',
  'After six hours of play the world title went to the nineteen year old from Chennai, who had lost the first two games.',
  'El puerto recibirá en otoño tres grúas nuevas. Los vecinos piden que se limite el ruido por la noche.',
];
const QUERIES = [
  'how do i get a refund for a ticket i bought twice',
  'I moved to another flat, where can I change my address?',
  'please cancel my appointment on Monday',
  'the screen stays black after the update',
  'Can you send somebody to repair the dishwasher?',
  'Ich habe mein Passwort vergessen',
  'quiero hablar con una persona',
];
const SENTENCES = [
  'The ferry leaves at six.',
  'He said that he would think about it.',
  'Could you close the window, please?',
  'Our neighbours have bought a very large dog.',
  'I am not sure whether this is the right form.',
  'There were more mushrooms than usual this year.',
];
const GERMAN = [
  'Der Zug hat zwanzig Minuten Verspätung.',
  'Kannst du mir bitte den Schlüssel geben?',
  'Wir haben das Fenster offen gelassen, und jetzt ist der Boden nass.',
  'Ich weiß nicht, ob der Laden noch offen hat!',
  'Die Lieferung erfolgt frei Haus innerhalb von fünf Werktagen.',
  'Was soll das heißen?',
];
const JAPANESE = [
  '昨日の夜、駅前で財布を落としました。',
  '来週の会議は何時からですか？',
  'このアプリは起動するたびに落ちます。',
  '新しい工場は来年の春に完成する予定です。',
  '子どもが喜んで毎日使っています。',
];
const CHINESE = [
  '昨天买的耳机今天就坏了，怎么退货？',
  '房间很干净，早餐一般，离地铁站五分钟。',
  '请问明天下午还有号吗？',
  '公司将于三月在苏州新建研发中心，投资约两亿元。',
  '我想把会员续费取消掉。',
];
const RUSSIAN = [
  'Заказ приехал без крышки, что мне делать?',
  'Отличный сервис, спасибо большое!',
  'Собрание жильцов состоится 12 апреля в 19:00.',
  'Не могу войти в личный кабинет уже второй день.',
  'Компания «Север» открыла новый склад под Казанью.',
];
const PRODUCTS = [
  'Folding chair, beech, 4 kg',
  'Trail lamp 400 lm, charges by USB',
  'Tea strainer made of steel',
  'Children’s rain coat, yellow, size 116',
  'Does not fit: cable 2 m for the old model',
];
const SNIPPETS = [
  'for (const row of rows) {\n  if (row.total > 0) sum += row.total;\n}',
  'def load(path):\n    with open(path) as f:\n        return f.read().splitlines()',
  'SELECT name FROM guests WHERE room IS NULL;',
  'fn add(a: i32, b: i32) -> i32 { a + b }',
  'echo "done" >> build.log',
];
const CLAUSES = [
  'The tenant may terminate with three months’ notice to the end of a quarter; if the landlord has waived the rent for a month, the notice period is extended by that month.',
  'The supplier is liable for delays unless they are caused by events beyond its control, which include strikes at its own subcontractors only if announced in writing.',
  'Either party may assign its rights to an affiliate, provided that the assignor remains jointly liable and the affiliate is not a competitor of the other party.',
  'The licence ends when the licensee is insolvent, notwithstanding section 9, which survives termination for as long as sublicences granted before it are in force.',
];
const CASES = [
  'Woman, 34, postpartum day 5, sudden dyspnoea, HR 124, BP 96/60, left calf swollen, creatinine 2.1, allergic to iodinated contrast.',
  'Man, 71, atrial fibrillation on apixaban, fell at home, GCS 14, CT shows a thin subdural haematoma, platelets 88.',
  'Child, 6, fever for six days, red lips, strawberry tongue, peeling fingertips, CRP 140, normal ECG.',
  'Woman, 52, fatigue, Na 121, K 5.9, glucose 3.4, pigmented creases, low blood pressure when standing.',
];
const CLAIMS = [
  'the sum of the first n odd numbers is n squared',
  'every graph in which all degrees are even splits into cycles',
  'there are infinitely many primes that leave remainder 5 when divided by 6',
  'a continuous bijection from a compact space to a Hausdorff space is a homeomorphism',
];
const COUNTS = [
  'ways to colour the corners of a cube with three colours up to rotation',
  'strings of length 12 over {a, b, c} that never contain "ab"',
  'ways to give 15 equal coins to 4 children so that each gets at least two and none more than six',
  'paths on a grid from (0,0) to (7,7) that stay below the diagonal',
];

/** Requests are a template and each of its data; `system` stands in a system prompt of its own. */
export const FRESH_TEMPLATES = [
  {
    id: 'stars',
    level: 'easy',
    text: 'Estimate how many stars (1-5) the author of this comment would give. Reply with the digit only.\n\nComment: {}',
    data: REVIEWS,
  },
  {
    id: 'lang-name',
    level: 'easy',
    text: 'Identify the language in which the text is written. Print its English name and nothing more.\n\n{}',
    data: REVIEWS,
  },
  {
    id: 'json-sentiment',
    level: 'easy',
    text: 'Rate the sentiment of the review below. Respond with a JSON object: {"sentiment": "positive" | "negative" | "mixed", "confidence": number between 0 and 1}. No markdown.\n\nReview:\n{}',
    data: REVIEWS,
  },
  {
    id: 'annotator',
    level: 'easy',
    text: 'You are a careful annotator.\nTask: mark whether the comment mentions the price.\nOutput format (JSON): {"mentions_price": boolean, "evidence": string | null}\n\n### Comment\n{}\n### Output',
    data: REVIEWS,
  },
  {
    id: 'mail-urgent',
    level: 'easy',
    text: 'Decide how urgent the e-mail is: low, normal or high. Output one word.\n\n---\n{}\n---',
    data: MAILS,
  },
  {
    id: 'mail-reply',
    level: 'easy',
    system:
      'You draft acknowledgements for a service desk. Two sentences, polite, no promises. Output only the text of the reply.',
    text: '{}',
    data: MAILS,
  },
  {
    id: 'mail-fields',
    level: 'easy',
    text: 'Extract sender, request and deadline from the message. Use null for what is missing. Return JSON only.\n\n<message>\n{}\n</message>',
    data: MAILS,
  },
  {
    id: 'headline',
    level: 'easy',
    text: 'Write a headline of at most eight words for the following article.\n\n{}\n\nHeadline:',
    data: NEWS,
  },
  {
    id: 'one-line',
    level: 'easy',
    system: 'Summarise the article that the user sends in exactly one sentence. Do not add an opinion.',
    text: '{}',
    data: NEWS,
  },
  {
    id: 'places',
    level: 'easy',
    text: 'List all places named in the text, separated by semicolons. If there are none, write NONE.\n\nText: {}',
    data: NEWS,
  },
  {
    id: 'intent',
    level: 'easy',
    text: 'Map the utterance to one intent from this list: refund, address_change, cancel, technical_issue, repair, login, agent.\nUtterance: {}\nIntent:',
    data: QUERIES,
  },
  {
    id: 'intent-system',
    level: 'easy',
    system:
      'Intent detection for a phone menu. Labels: REFUND, ADDRESS, CANCEL, DEFECT, REPAIR, LOGIN, HUMAN. Print the label.',
    text: '{}',
    data: QUERIES,
  },
  {
    id: 'rewrite-query',
    level: 'easy',
    text: 'Rewrite the user query as a short keyword search. Return only the keywords.\n\nQuery: {}',
    data: QUERIES,
  },
  {
    id: 'to-german',
    level: 'easy',
    text: 'Translate from English to German. Keep the register of the original.\n\n{}',
    data: SENTENCES,
  },
  {
    id: 'past',
    level: 'easy',
    text: 'Put the sentence into the future tense.\nSentence: {}\nResult:',
    data: SENTENCES,
  },
  {
    id: 'question-mark',
    level: 'easy',
    text: '{}\n\nIs the above a request, a question or a statement? One word.',
    data: SENTENCES,
  },
  {
    id: 'de-en',
    level: 'easy',
    text: 'Übertrage den Text ins Englische und gib ausschließlich die Übersetzung aus.\n\nText: {}',
    data: GERMAN,
  },
  {
    id: 'de-ton',
    level: 'easy',
    text: 'Ordne den Satz einer Klasse zu: Frage, Aussage, Aufforderung. Nur die Klasse ausgeben.\n\n{}',
    data: GERMAN,
  },
  {
    id: 'ja-class',
    level: 'easy',
    text: '次の文を「苦情」「質問」「報告」「感想」のいずれかに分類し、ラベルのみを出力してください。\n\n文：{}',
    data: JAPANESE,
  },
  {
    id: 'ja-en',
    level: 'easy',
    text: '以下の日本語を英語に翻訳してください。訳文だけを返してください。\n\n{}',
    data: JAPANESE,
  },
  {
    id: 'zh-class',
    level: 'easy',
    text: '任务：判断文本的类别（投诉、咨询、新闻、评价、操作）。\n要求：只返回类别名称，不要解释。\n文本：{}\n类别：',
    data: CHINESE,
  },
  {
    id: 'zh-entity',
    level: 'easy',
    text: '从下面的句子中抽取时间、地点和数字，以JSON格式输出，没有则为null。\n\n句子：{}',
    data: CHINESE,
  },
  {
    id: 'ru-class',
    level: 'easy',
    text: 'Отнеси обращение к одной из категорий: жалоба, благодарность, объявление, доступ, новость. Выведи только название категории.\n\nОбращение: {}',
    data: RUSSIAN,
  },
  {
    id: 'ru-short',
    level: 'easy',
    system: 'Сократи текст пользователя до пяти слов. Ничего не добавляй.',
    text: '{}',
    data: RUSSIAN,
  },
  {
    id: 'es-title',
    level: 'easy',
    text: 'Genera un título de producto de menos de 60 caracteres a partir de los datos. Devuelve solo el título.\n\nDatos: {}',
    data: PRODUCTS,
  },
  {
    id: 'fr-rayon',
    level: 'easy',
    text: 'Attribue au produit un rayon parmi : jardin, cuisine, vêtements, éclairage, câbles. Réponds uniquement par le rayon.\n\nProduit : {}',
    data: PRODUCTS,
  },
  {
    id: 'cs-kategorie',
    level: 'easy',
    text: 'Zařaď zboží do kategorie (zahrada, kuchyně, oblečení, světla, kabely). Vypiš jen název kategorie.\n\nZboží: {}',
    data: PRODUCTS,
  },
  {
    id: 'code-lang',
    level: 'easy',
    text: 'Name the programming language of the snippet. Answer with the name only.\n\n{}',
    data: SNIPPETS,
  },
  {
    id: 'pt-tom',
    level: 'easy',
    text: 'Classifique o tom da mensagem como formal ou informal. Responda apenas com uma palavra.\n\nMensagem: {}',
    data: MAILS,
  },
  {
    id: 'ko-gamjeong',
    level: 'easy',
    text: '다음 리뷰의 감정을 긍정, 부정, 중립 중 하나로 분류하고 한 단어로만 답하세요.\n\n리뷰: {}',
    data: REVIEWS,
  },
  {
    id: 'clause-risk',
    level: 'hard',
    text: 'Analyse the clause as counsel of the weaker party: name every way in which it can be turned against that party, the interplay with mandatory law, and a redraft that closes each gap.\n\nClause: {}',
    data: CLAUSES,
  },
  {
    id: 'case-next',
    level: 'hard',
    system:
      'You are a consultant physician. For the case give the three most likely diagnoses with reasons for and against each, the next two investigations, and the treatment that must not be given.',
    text: '{}',
    data: CASES,
  },
  {
    id: 'prove',
    level: 'hard',
    text: 'Prove the statement rigorously. Number the steps.\n\nStatement: {}',
    data: CLAIMS,
  },
  {
    id: 'count',
    level: 'hard',
    text: 'Determine the exact number and justify it.\n\nHow many {}?',
    data: COUNTS,
  },
  {
    id: 'chat-title',
    level: 'easy',
    text: 'Generate a title of at most five words for a chat that begins with the message below. No quotes, no full stop.\n\n{}',
    data: QUERIES,
  },
  {
    id: 'shots',
    level: 'easy',
    system: 'polite or rude?',
    text: 'Give me that. || rude || Would you mind passing me that? || polite || {}',
    data: SENTENCES,
  },
  {
    id: 'rag',
    level: 'easy',
    text: 'Answer using only the passage. If the passage does not contain the answer, say "not found".\n\nPassage: {}\n\nQuestion: What will it cost?\nAnswer:',
    data: NEWS,
  },
  {
    id: 'klausel',
    level: 'hard',
    text: 'Prüfe die folgende Klausel nach AGB-Recht: Wirksamkeit, Rechtsfolgen einer Unwirksamkeit, ergänzende Vertragsauslegung und Beweislast. Begründe jeden Schritt.\n\nKlausel: {}',
    data: CLAUSES,
  },
  {
    id: 'dokazhi',
    level: 'hard',
    text: 'Докажи утверждение строго и укажи, где используется каждое условие.\n\nУтверждение: {}',
    data: CLAIMS,
  },
];
