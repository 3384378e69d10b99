// A sixth set, written before the rules were looked at again and scored once after: docs/quality.md, "Router: task groups". Few
// requests of each template, as a program sends them in its first hour; plain orders beside unusual ones.
import { take } from './group-inputs.mjs';

const HARBOUR = [
  'The tug Brunhild lost a fender at berth 4, the pilot has been told.',
  'Container MSKU 771 204 is blocked by customs until the papers from Gdynia arrive.',
  'Captain Amaral asks for fresh water, 40 tonnes, before six in the morning.',
  'Crane 2 swings only to the left since the storm of 11 November.',
  'The ferry of 17:30 leaves at 18:10 because of fog; about two hundred people are waiting.',
  'A swimmer was pulled from the basin by two dockers and brought to St. Anne’s hospital.',
  'Berthing fees for the sailing school were paid twice, 318.40 euros each.',
  'Mrs Lindholm wants to rent the old signal hut for a wedding in June.',
  'The dredger works by night now, three households on Quay Road complained.',
  'Diesel film near the slipway, booms are out, source not found.',
];
const MUSEUM = [
  'The amber room is closed until 4 July, the alarm of showcase 12 went off twice.',
  'A school class of 28 from Turku comes on Thursday and wants the tour on bees.',
  'Visitor Mr Okonkwo left a green umbrella in the cinema.',
  'The loan from Antwerp, a still life of 1641, arrived with a cracked frame.',
  'Somebody asks whether the audio guide exists in Korean.',
  'Admission on the long night was 12 instead of 9 euros and nobody announced it.',
  'Two lamps in the east staircase flicker.',
  'Dr Petra Vogt offers eleven letters of the painter for 6,000 euros.',
  'The café ran out of cake at noon on Sunday, again.',
  'A child touched the bronze dog, no damage.',
  'Three guards are ill, room 9 has to stay shut this weekend.',
];
const CLINIC = [
  'Moved my appointment from Monday to the 23rd, please confirm.',
  'The knee is better, the rash from the ointment is not.',
  'Since the second tablet I sleep badly and my mouth is dry.',
  'Bill 5518 was sent to my late husband, Karl Neumann.',
  'The waiting room was freezing; the doctor was kind and took her time.',
  'I need a note for my employer for 3 and 4 May.',
  'My son, 6, has had fever since last night, 39.2.',
  'Nobody picks up the phone between twelve and three.',
  'Could the prescription go to the pharmacy on Elm Street?',
  'You took blood from the wrong arm after I said so.',
];
const ORDERS = [
  'Half of the tiles arrived broken, order 90-441, I need thirty more by Friday.',
  'Please send the invoice to accounting@harrow.example instead of me.',
  'The green paint is the wrong green.',
  'We were promised Tuesday. It is Thursday.',
  'Great service, the driver even swept up.',
  'I would like to cancel the second ladder, keep the first.',
  'Is the cement suitable for outdoors?',
  'You charged me 58.20 for delivery although it was free from 200 on.',
  'Two of the hinges are left-handed, I ordered right-handed ones.',
  'Can Ms Bellamy pick it up on Saturday with my order number?',
  'The door is beautiful. The handle fell off.',
];
const NEWSLINES = [
  'Parliament in Reykjavik passed the fishing quota with 33 to 28 votes on Tuesday.',
  'The carmaker Volta Brescia will cut 1,200 jobs by the end of 2027.',
  'Heavy rain closed the pass road between Airolo and Andermatt.',
  'Tennis player Lucía Ferrer won her first title in Lyon after three sets.',
  'A new vaccine against dengue goes on sale in nine countries in March.',
  'The central bank left its rate at 3.25 percent.',
  'Archaeologists found a Roman mosaic under a car park in Nîmes.',
  'The actor Bo Hansson, known for The Ferryman, died at 81.',
  'Farmers blocked the port of Calais with ninety tractors.',
  'The storm left 14,000 homes in Galicia without power.',
];
const TICKETS = [
  'Export to PDF stops at page 40 without an error.',
  'How do I invite a colleague who has no phone?',
  'A dark theme would be lovely.',
  'After the update of Monday all charts are empty.',
  'I was charged for 12 seats, we have 9.',
  'The app crashes when I rotate the tablet.',
  'Where can I find last year’s invoices?',
  'Please let me sort by date of change.',
  'Password mail never arrives, checked spam twice.',
  'The search finds nothing with umlauts.',
  'Could you add a shortcut for duplicating a row?',
];
const DE = [
  'Die Heizung im Lesesaal fällt seit Montag aus.',
  'Bitte verschieben Sie meinen Termin vom 3. auf den 10. März.',
  'Frau Schäfer hat ihren Schlüssel in der Umkleide verloren.',
  'Der Bescheid nennt meine alte Adresse in Jena.',
  'Herzlichen Dank an Herrn Yıldız, das ging wirklich schnell.',
  'Auf dem Spielplatz am Anger liegt seit Tagen Sperrmüll.',
  'Wann öffnet das Freibad in den Ferien?',
  'Ich habe die Gebühr von 27,50 € doppelt bezahlt.',
  'Die Ampel an der Goethestraße zeigt in alle Richtungen Grün.',
  'Unser Antrag liegt seit neun Wochen bei Ihnen.',
];
const ES = [
  'El ascensor del edificio norte lleva parado desde el sábado.',
  'Quisiera cambiar la cita del 4 al 11 de mayo.',
  'Perdí una bufanda azul en el teatro.',
  'La factura 774 lleva mi antigua dirección de Vigo.',
  'Gracias a Rosa Medina, lo resolvió en un minuto.',
  'Hay cristales rotos en el parque de la calle Mayor.',
  '¿A qué hora abre la biblioteca en agosto?',
  'Me cobraron dos veces los 18,90 euros del abono.',
  'El semáforo de la plaza está siempre en rojo.',
];
const JA = [
  '三階のエレベーターが月曜日から止まっています。',
  '予約を五日から十二日に変更したいです。',
  '劇場に青い傘を忘れました。',
  '請求書の住所が古いままです。',
  '担当の森さんがとても親切でした。',
  '公園にガラスが落ちていて危ないです。',
  '図書館は夏休みに何時に開きますか。',
  '会費を二回払ってしまいました。',
];
const PLN = [
  'Winda w wieżowcu przy Lipowej stoi od soboty.',
  'Chciałbym przełożyć wizytę z 5 na 12 czerwca.',
  'Zgubiłam niebieski szalik w kinie.',
  'Na rachunku jest stary adres w Radomiu.',
  'Dziękuję panu Wójcikowi, bardzo szybko pomógł.',
  'Na placu zabaw leży szkło.',
  'O której otwiera się basen w ferie?',
  'Zapłaciłam dwa razy 42 zł za bilet.',
];
const FRA = [
  'La chaudière du gymnase est en panne depuis lundi.',
  'Je souhaite déplacer mon rendez-vous du 6 au 13 avril.',
  'J’ai oublié une écharpe bleue au théâtre.',
  'La facture 552 porte mon ancienne adresse à Nantes.',
  'Merci à Madame Roussel, tout a été réglé en une minute.',
  'Il y a du verre cassé dans le square.',
  'À quelle heure ouvre la piscine pendant les vacances ?',
  'On m’a prélevé deux fois 23,40 euros.',
];
const CODE = [
  'def area(r):\n    return 3.14 * r * r',
  'for i in range(10):\n    print(i, i ** 2)',
  'SELECT name, COUNT(*) FROM visits GROUP BY name HAVING COUNT(*) > 3;',
  'const total = items.reduce((sum, item) => sum + item.price, 0);',
  'while (left <= right) { int mid = (left + right) / 2; if (a[mid] == x) return mid; }',
  'df = df[df.year > 2010].groupby("city").mean()',
  'type Shape = { kind: "circle"; r: number } | { kind: "square"; a: number };',
  'try:\n    load(path)\nexcept FileNotFoundError:\n    return None',
];

const under = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });
const own = (id, count, make) => ({ id, count, make });

const PORT =
  'You are the text utility of a port authority. Do what the message asks with the report in it. Output only the result.';
const GALLERY = 'Internal tool of a museum. Plain text. No greetings, no explanations.';
const PRACTICE =
  'You process messages that patients wrote to a medical practice. The task is named in the message. Keep it short.';
const STORE = 'Backend for a building supplies shop.';
const WIRE =
  'You are NewsKit, an API for newsroom scripts. Input has two fields, mode and item. Return plain text.';
const DESK = 'You receive a support ticket as JSON and return JSON. Never add keys that were not asked for.';
const STADT =
  'Du bist ein Textwerkzeug der Stadtverwaltung. Bearbeite die Nachricht so, wie es verlangt wird. Keine Einleitung.';
const AYTO = 'Eres una utilidad de textos del ayuntamiento. Devuelve solo lo pedido.';
const SHIYAKUSHO = 'あなたは市役所の文章処理ツールです。指示に従い、結果だけを返してください。';
const URZAD = 'Narzędzie tekstowe urzędu miasta. Zwracaj wyłącznie wynik, bez komentarza.';
const REVIEWER = 'You are a code tool. Input is a snippet with an instruction above it. No chatter.';
const MAIRIE =
  'Tu es le service de traitement des messages de la mairie. Réponds par le résultat uniquement.';

export const SIXTH_TEMPLATES = [
  // Tasks under one system prompt.
  under('port dates', 8, PORT, (i) => `Extract all dates and times.\n\n${take(HARBOUR, i)}`),
  under('port persons', 7, PORT, (i) => `List the persons named.\n\n${take(HARBOUR, i * 3)}`),
  under('port language', 6, PORT, (i) => `Give the language code.\n\n${take([...HARBOUR, ...DE], i * 7)}`),
  under('port urgency', 8, PORT, (i) => `Is this urgent? yes/no\n\n${take(HARBOUR, i + 4)}`),

  under('gallery headline', 7, GALLERY, (i) => `${take(MUSEUM, i)}\n\nHeadline, six words at most`),
  under(
    'gallery department',
    8,
    GALLERY,
    (i) => `${take(MUSEUM, i * 2)}\n\nWhich department is responsible?`,
  ),
  under('gallery french', 6, GALLERY, (i) => `${take(MUSEUM, i * 5)}\n\nTranslate to French`),

  under('practice reason', 8, PRACTICE, (i) => `Task: reason for contact\nMessage: ${take(CLINIC, i)}`),
  under('practice tone', 7, PRACTICE, (i) => `Task: tone\nMessage: ${take(CLINIC, i * 3)}`),
  under('practice reply', 7, PRACTICE, (i) => `Task: draft a reply\nMessage: ${take(CLINIC, i * 7)}`),
  under('practice summary', 6, PRACTICE, (i) => `Task: summary\nMessage: ${take(CLINIC, i + 5)}`),

  under(
    'store refund',
    7,
    STORE,
    (i) => `Does the customer want money back? Answer yes or no.\n---\n${take(ORDERS, i)}`,
  ),
  under(
    'store numbers',
    7,
    STORE,
    (i) => `Pull out order numbers and amounts as a JSON list.\n---\n${take(ORDERS, i * 3)}`,
  ),
  under('store polite', 6, STORE, (i) => `Rewrite politely.\n---\n${take(ORDERS, i * 4)}`),
  under(
    'store anger',
    7,
    STORE,
    (i) => `Rate the anger from 0 to 10, number only.\n---\n${take(ORDERS, i * 5)}`,
  ),

  under('wire slug', 8, WIRE, (i) => `mode=slug\nitem=${take(NEWSLINES, i)}`),
  under('wire places', 7, WIRE, (i) => `mode=places\nitem=${take(NEWSLINES, i * 3)}`),
  under('wire push', 7, WIRE, (i) => `mode=push\nitem=${take(NEWSLINES, i * 7)}`),

  under('desk category', 8, DESK, (i) =>
    JSON.stringify({
      op: 'categorize',
      options: ['bug', 'question', 'wish', 'billing'],
      ticket: take(TICKETS, i),
    }),
  ),
  under('desk title', 7, DESK, (i) => JSON.stringify({ op: 'title', ticket: take(TICKETS, i * 3) })),
  under('desk priority', 7, DESK, (i) => JSON.stringify({ op: 'priority', ticket: take(TICKETS, i * 5) })),

  under('stadt betreff', 7, STADT, (i) => `Betreffzeile formulieren:\n${take(DE, i)}`),
  under('stadt amt', 7, STADT, (i) => `Welches Amt ist zuständig?\n${take(DE, i * 3)}`),
  under('stadt leicht', 6, STADT, (i) => `In Leichte Sprache übertragen:\n${take(DE, i * 7)}`),
  under('ayto asunto', 7, AYTO, (i) => `Asunto:\n\n${take(ES, i)}`),
  under('ayto fechas', 6, AYTO, (i) => `Extrae las fechas y los importes.\n\n${take(ES, i * 2)}`),
  under('ayto ingles', 6, AYTO, (i) => `Traduce al inglés.\n\n${take(ES, i * 4)}`),
  under('shiyakusho title', 6, SHIYAKUSHO, (i) => `件名を付けてください。\n${take(JA, i)}`),
  under('shiyakusho english', 6, SHIYAKUSHO, (i) => `英語に翻訳してください。\n${take(JA, i * 3)}`),
  under('urzad wydzial', 6, URZAD, (i) => `Wskaż właściwy wydział.\n\n${take(PLN, i)}`),
  under('urzad ton', 6, URZAD, (i) => `Określ ton: pozytywny, neutralny, negatywny.\n\n${take(PLN, i * 3)}`),
  under('review explain', 7, REVIEWER, (i) => `Explain in one sentence.\n\n\`\`\`\n${take(CODE, i)}\n\`\`\``),
  under(
    'review language',
    6,
    REVIEWER,
    (i) => `Name the programming language.\n\n\`\`\`\n${take(CODE, i * 3)}\n\`\`\``,
  ),
  under('review docstring', 6, REVIEWER, (i) => `Write a docstring.\n\n\`\`\`\n${take(CODE, i * 5)}\n\`\`\``),
  under('mairie objet', 6, MAIRIE, (i) => `Objet du message ?\n${take(FRA, i)}`),
  under('mairie resume', 6, MAIRIE, (i) => `Résume en cinq mots.\n${take(FRA, i * 3)}`),

  // Labels in one line.
  own(
    'labels service',
    8,
    (i) => `Classify the text. Labels: billing, shipping, account.\n\nText: ${take(ORDERS, i)}`,
  ),
  own(
    'labels product',
    8,
    (i) => `Classify the text. Labels: bug, feature, question.\n\nText: ${take(TICKETS, i)}`,
  ),
  own(
    'labels feeling',
    7,
    (i) => `Classify the text. Labels: positive, neutral, negative.\n\nText: ${take(CLINIC, i)}`,
  ),
  own('labels topic', 7, (i) => `${take(NEWSLINES, i)}\n\nChoose one of: politics, economy, sports, culture`),
  own('labels region', 7, (i) => `${take(NEWSLINES, i * 3)}\n\nChoose one of: north, south, east, west`),
  under(
    'labels port',
    7,
    'Assign exactly one label to the input.',
    (i) => `Labels: accident, weather, traffic, money\nInput: ${take(HARBOUR, i)}`,
  ),
  under(
    'labels museum',
    7,
    'Assign exactly one label to the input.',
    (i) => `Labels: visitor, exhibit, building\nInput: ${take(MUSEUM, i)}`,
  ),
  under(
    'labels clinic',
    7,
    'Assign exactly one label to the input.',
    (i) => `Labels: appointment, complaint, medical, other\nInput: ${take(CLINIC, i)}`,
  ),
  own(
    'labels nearly a',
    6,
    (i) => `Tag this message with one of [refund, delivery, defect, praise]:\n${take(ORDERS, i)}`,
  ),
  own(
    'labels nearly b',
    6,
    (i) => `Tag this message with one of [refund, delivery, defect, other]:\n${take(ORDERS, i * 3)}`,
  ),

  // Parts in varying order.
  own('varying triage', 8, (i) => {
    const parts = [
      'Decide who should handle the report: harbour master, customs or police.',
      'Answer with one of the three names.',
      `Report: ${take(HARBOUR, i)}`,
    ];
    return [parts, [parts[2], parts[0], parts[1]], [parts[0], parts[2], parts[1]]][i % 3].join('\n\n');
  }),
  own('varying score', 8, (i) => {
    const parts = [
      'Score how useful the review is from 1 to 5.',
      `Shop: ${take(['tiles', 'paint', 'doors'], i)}`,
      `Review: ${take(ORDERS, i * 3)}`,
    ];
    return [parts, [parts[1], parts[2], parts[0]], [parts[2], parts[1], parts[0]]][i % 3].join('\n');
  }),
  own('varying fields', 8, (i) => {
    const parts = [
      `<message>${take(CLINIC, i)}</message>`,
      '<instructions>Return the name of the patient, if given, else NONE.</instructions>',
    ];
    return (i % 2 === 0 ? parts : [parts[1], parts[0]]).join('\n');
  }),
  under('varying system', 8, 'You compare a headline with an article line and say if they match.', (i) => {
    const parts = [
      `Headline: ${take(['Jobs cut', 'Storm damage', 'Vote passed', 'Star dies'], i)}`,
      `Line: ${take(NEWSLINES, i)}`,
      'Match? yes or no',
    ];
    return [parts, [parts[1], parts[0], parts[2]], [parts[2], parts[0], parts[1]]][i % 3].join('\n');
  }),
  own('varying json', 7, (i) => {
    const parts = ['Return JSON with the keys "who" and "what".', `Sentence: ${take(MUSEUM, i)}`];
    return (i % 2 === 0 ? parts : [parts[1], parts[0]]).join('\n\n');
  }),

  // The same instruction in other words, of two programs.
  own('gist one', 7, (i) => `Summarize the following report in one sentence.\n\n${take(HARBOUR, i)}`),
  own('gist two', 7, (i) => `In a single sentence, what does this report say?\n\n${take(HARBOUR, i * 3)}`),
  own(
    'people one',
    6,
    (i) => `Extract all person names from the text below as a comma-separated list.\n\n${take(MUSEUM, i)}`,
  ),
  own(
    'people two',
    6,
    (i) =>
      `Find every person mentioned in this text and write the names separated by commas.\n\n${take(MUSEUM, i * 2)}`,
  ),
  own('english one', 6, (i) => `Übersetze den folgenden Text ins Englische:\n\n${take(DE, i)}`),
  own('english two', 6, (i) => `Gib diesen Text auf Englisch wieder:\n\n${take(DE, i * 3)}`),

  // Near-twins.
  own(
    'twin angry',
    7,
    (i) =>
      `Read the message of a customer. Is the customer angry? Answer yes or no.\n\nMessage: ${take(ORDERS, i)}`,
  ),
  own(
    'twin leaving',
    7,
    (i) =>
      `Read the message of a customer. Is the customer leaving? Answer yes or no.\n\nMessage: ${take(ORDERS, i * 3)}`,
  ),
  own(
    'twin dutch',
    7,
    (i) => `Translate the text into Dutch. Keep names and numbers as they are.\n\n${take(NEWSLINES, i)}`,
  ),
  own(
    'twin greek',
    7,
    (i) => `Translate the text into Greek. Keep names and numbers as they are.\n\n${take(NEWSLINES, i * 3)}`,
  ),
  own('twin first', 6, (i) => `${take(TICKETS, i)}\n\nWrite the first sentence of an answer to this ticket.`),
  own(
    'twin last',
    6,
    (i) => `${take(TICKETS, i * 3)}\n\nWrite the last sentence of an answer to this ticket.`,
  ),
  under('twin verbs', 6, 'Extract all verbs from the input. One per line.', (i) => take(MUSEUM, i)),
  under('twin nouns', 6, 'Extract all nouns from the input. One per line.', (i) => take(MUSEUM, i * 2)),

  // One task, however its messages are framed.
  under(
    'single translator',
    9,
    'Translate the user message into English. Output the translation only.',
    (i) => take([DE, ES, FRA, PLN, JA][i % 5], i * 3),
  ),
  under(
    'single intake',
    10,
    'Extract the callback number, the name and the reason from a message to the clinic. Return JSON.',
    (i) => `${take(['Channel: phone', 'Channel: web', 'Channel: mail'], i)}\nMessage: ${take(CLINIC, i * 3)}`,
  ),
  under(
    'single moderator',
    9,
    'You are a moderation filter. Print ALLOW or BLOCK for the comment you are given.',
    (i) =>
      `User: ${take(['anna', 'bob77', 'kiki', 'der_maler'], i)}\nComment: ${take([...ORDERS, ...TICKETS], i * 5)}`,
  ),
  under(
    'single digest',
    9,
    'You write the evening digest of a harbour. Turn the notes you get into two sentences.',
    (i) =>
      `Notes of the ${take(['early', 'late', 'night'], i)} shift:\n- ${take(HARBOUR, i)}\n- ${take(HARBOUR, i * 3 + 1)}`,
  ),
  under(
    'single qa',
    9,
    'Answer the question with the help of the context. If the context does not say it, print UNKNOWN.',
    (i) =>
      `Context: ${take(MUSEUM, i)}\nQuestion: ${take(['Who is named?', 'What is closed?', 'When is it?', 'How much is it?'], i)}`,
  ),

  // On their own.
  own(
    'plain regex',
    6,
    (i) => `Return the first number in the text, or 0 if there is none. Text: "${take(ORDERS, i)}"`,
  ),
  own('plain code', 6, (i) => `Is the following code Python? Reply with true or false.\n\n${take(CODE, i)}`),
  own(
    'plain product',
    7,
    (i) =>
      `Write a product description of 30 words for: ${take(['oak door', 'roof tile', 'garden gate', 'copper pipe', 'floor lamp', 'brass hinge', 'window seat'], i)}`,
  ),
  own(
    'plain polish',
    6,
    (i) => `Popraw błędy w tekście i zwróć tylko poprawioną wersję.\n\nTekst: ${take(PLN, i)}`,
  ),
  own(
    'plain spanish',
    6,
    (i) => `Texto: ${take(ES, i)}\n\n¿Qué sentimiento expresa? Responde con una palabra.`,
  ),
  own(
    'plain quiz',
    6,
    (i) =>
      `Generate one multiple-choice question about the passage.\n\nPassage: ${take(NEWSLINES, i)} ${take(NEWSLINES, i * 3 + 1)}`,
  ),
];
