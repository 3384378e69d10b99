// To develop with: few requests of each template, shared prompts of every kind, labels in one line, parts in varying order, the same
// instruction in other words, near-twins.
import { NEWS, NOTES, PASSAGES, QUESTIONS, REVIEWS, take } from './group-inputs.mjs';

const SPORT = [
  'Goalkeeper Ines Duval is out for six weeks with a broken finger.',
  'The hall floor is slippery near the north door, two players fell.',
  'Under-12 training moves from Tuesday to Wednesday at 17:30.',
  'We still owe the referee of 9 October 45 euros.',
  'Coach Radu thanks all parents for the cake stand, 312 euros came in.',
  'The minibus failed its inspection because of the rear lights.',
  'Can guests shower after the tournament?',
  'Somebody took the blue balls from the cupboard.',
  'Match against Holm postponed to 4 March because of snow.',
  'The new shirts run one size small.',
];
const FARM = [
  'Cow 4411 calved at 3:20, both are well.',
  'The milk tanker came two hours late and the tank was at 7 degrees.',
  'Vet Dr Aalto vaccinated 38 heifers on 12 May, invoice follows.',
  'Fence down at the brook meadow, three sheep on the road.',
  'Barley harvest 6.1 tonnes a hectare, moisture 14 percent.',
  'Tractor loses oil at the front axle.',
  'The organic inspector wants the feed records of 2025.',
  'Hail hit the orchard at noon, a third of the apples is marked.',
  'Trainee Jonna asks for two days off in July.',
  'Can we sell eggs at the gate on Sundays?',
  'The well pump trips the fuse every morning.',
];
const BANK = [
  'My card was swallowed by the machine in Elm Street at 19:05.',
  'There is a transfer of 640.00 to a shop I do not know.',
  'How do I raise the limit for my trip to Peru?',
  'Mr Adler in the branch explained everything twice, thank you.',
  'The app logs me out after every page.',
  'Please close the savings account of my late mother.',
  'Why did the fee go from 2 to 5 euros in April?',
  'I changed my name, what do you need from me?',
  'The standing order for the rent ran twice this month.',
  'Your hotline kept me waiting for forty minutes.',
];
const PTB = [
  'O elevador está parado desde segunda-feira.',
  'Queria mudar a consulta do dia 3 para o dia 10.',
  'Perdi um guarda-chuva verde no teatro.',
  'Obrigado à D. Helena, foi rápida.',
  'A fatura 61 vem com a morada errada.',
  'Há vidros partidos no parque infantil.',
  'A que horas abre a piscina?',
  'Paguei duas vezes 14,30 euros.',
];
const CZ = [
  'Výtah ve třetím vchodu od pondělí nejede.',
  'Chtěla bych přesunout termín z 5. na 12. června.',
  'Ztratil jsem v kině modrou šálu.',
  'Na faktuře je stará adresa v Brně.',
  'Děkuji panu Novákovi za rychlou pomoc.',
  'Na hřišti leží sklo.',
  'Kdy otevírá bazén?',
  'Zaplatila jsem dvakrát 120 korun.',
];
const KOR = [
  '엘리베이터가 월요일부터 고장입니다.',
  '예약을 5일에서 12일로 바꾸고 싶어요.',
  '극장에 파란 우산을 두고 왔습니다.',
  '청구서에 옛 주소가 적혀 있어요.',
  '박 과장님이 정말 친절하셨습니다.',
  '놀이터에 유리가 있어 위험합니다.',
  '수영장은 몇 시에 여나요?',
  '회비를 두 번 냈습니다.',
];
const under = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });
const own = (id, count, make) => ({ id, count, make });

const CLUB =
  'You handle texts for a sports club. The instruction comes first, then the text. Return the result only.';
const FARMER = 'Farm office helper. Plain text, metric units, no small talk.';
const TELLER = 'You read messages to a bank. What is wanted stands in the first line. One line of output.';
const DESK = 'Backend of a help centre.';
const NEWSBOT = 'Newsroom script API. Fields: action, text.';
const CAMARA = 'És uma ferramenta de textos. Devolve apenas o resultado pedido.';
const URAD = 'Jsi textový nástroj úřadu. Vrať pouze výsledek, bez komentáře.';
const GU = '구청 민원 문서 도구입니다. 요청한 결과만 출력하세요.';
const LABELS = 'Choose one label for the text. Print the label only.';
const READER = 'You are a reading comprehension service.';

export const DEVELOP_TEMPLATES = [
  under('club names', 7, CLUB, (i) => `List all names.\n\n${take(SPORT, i)}`),
  under('club when', 7, CLUB, (i) => `Extract dates.\n\n${take(SPORT, i * 3)}`),
  under('club post', 6, CLUB, (i) => `Turn into a social media post.\n\n${take(SPORT, i * 7)}`),
  under('club matter', 7, CLUB, (i) => `Money matter? yes or no\n\n${take(SPORT, i + 5)}`),
  under('farm entry', 7, FARMER, (i) => `${take(FARM, i)}\n\nDiary entry`),
  under('farm costs', 7, FARMER, (i) => `${take(FARM, i * 3)}\n\nDoes this cost money?`),
  under('farm german', 6, FARMER, (i) => `${take(FARM, i * 5)}\n\nTranslate into German`),
  under('farm todo', 6, FARMER, (i) => `${take(FARM, i * 7)}\n\nTo-do`),
  under('teller intent', 7, TELLER, (i) => `Intent\n${take(BANK, i)}`),
  under('teller mood', 7, TELLER, (i) => `Mood\n${take(BANK, i * 3)}`),
  under('teller amount', 6, TELLER, (i) => `Amounts of money\n${take(BANK, i * 7)}`),
  under(
    'desk yes',
    7,
    DESK,
    (i) => `Is the writer a customer? Answer yes, no or unclear.\n\n${take(NOTES, i)}`,
  ),
  under('desk tags', 7, DESK, (i) => `Give three tags, comma separated.\n\n${take(NOTES, i * 5)}`),
  under('desk spanish', 6, DESK, (i) => `Translate to Spanish.\n\n${take(NOTES, i * 8)}`),
  under('news teaser', 7, NEWSBOT, (i) => `action: teaser\ntext: ${take(NEWS, i)}`),
  under('news people', 7, NEWSBOT, (i) => `action: people\ntext: ${take(NEWS, i * 3)}`),
  under('news beat', 6, NEWSBOT, (i) => `action: beat\ntext: ${take(NEWS, i * 5)}`),
  under('camara assunto', 6, CAMARA, (i) => `Assunto:\n${take(PTB, i)}`),
  under('camara ingles', 6, CAMARA, (i) => `Traduz para inglês:\n${take(PTB, i * 3)}`),
  under('camara servico', 6, CAMARA, (i) => `Que serviço trata disto?\n${take(PTB, i * 5)}`),
  under('urad predmet', 6, URAD, (i) => `Předmět zprávy\n\n${take(CZ, i)}`),
  under('urad odbor', 6, URAD, (i) => `Který odbor to vyřídí?\n\n${take(CZ, i * 3)}`),
  under('gu title', 6, GU, (i) => `제목 짓기\n${take(KOR, i)}`),
  under('gu dept', 6, GU, (i) => `담당 부서\n${take(KOR, i * 3)}`),
  under('gu english', 6, GU, (i) => `영어로 번역\n${take(KOR, i * 5)}`),
  under('label sport', 7, LABELS, (i) => `${take(SPORT, i)}\nLabels: people, money, building`),
  under('label farm', 7, LABELS, (i) => `${take(FARM, i)}\nLabels: animals, fields, machines, office`),
  under('label bank', 7, LABELS, (i) => `${take(BANK, i)}\nLabels: card, account, app, other`),
  own(
    'labels notes',
    7,
    (i) => `Which label fits? Labels: complaint, request, praise.\n\n"${take(NOTES, i)}"`,
  ),
  own('labels review', 7, (i) => `Which label fits? Labels: quality, price, size.\n\n"${take(REVIEWS, i)}"`),
  own('labels news', 6, (i) => `Which label fits? Labels: local, national, world.\n\n"${take(NEWS, i)}"`),
  under(
    'read answer',
    7,
    READER,
    (i) => `Passage: ${take(PASSAGES, i)}\nQuestion: ${take(QUESTIONS, i)}\nAnswer in a few words.`,
  ),
  under(
    'read possible',
    7,
    READER,
    (i) =>
      `Passage: ${take(PASSAGES, i * 3)}\nQuestion: ${take(QUESTIONS, i * 2)}\nCan it be answered? true/false`,
  ),
  under('read question', 6, READER, (i) => `Passage: ${take(PASSAGES, i * 4)}\nWrite a question on it.`),
  own('varying a', 8, (i) => {
    const parts = [
      'Tell whether the note needs an answer today. Print now or later.',
      `Note: ${take(FARM, i)}`,
      'Do not explain.',
    ];
    return [parts, [parts[1], parts[0], parts[2]], [parts[2], parts[0], parts[1]]][i % 3].join('\n\n');
  }),
  own('varying b', 8, (i) => {
    const parts = [
      `Club: ${take(['Holm', 'Vik', 'Sund'], i)}`,
      `Report: ${take(SPORT, i * 3)}`,
      'Write one sentence for the club’s web page.',
    ];
    return [parts, [parts[2], parts[0], parts[1]], [parts[1], parts[2], parts[0]]][i % 3].join('\n');
  }),
  own('words one', 7, (i) => `Rate the satisfaction in this review from 1 to 10.\n\n${take(REVIEWS, i)}`),
  own(
    'words two',
    7,
    (i) => `On a scale of 1 to 10, how satisfied is the reviewer?\n\n${take(REVIEWS, i * 3)}`,
  ),
  own(
    'twin card',
    6,
    (i) => `You get a message to a bank. Does it concern a card? Output yes or no.\n\n${take(BANK, i)}`,
  ),
  own(
    'twin loan',
    6,
    (i) => `You get a message to a bank. Does it concern a loan? Output yes or no.\n\n${take(BANK, i * 3)}`,
  ),
  own('twin danish', 6, (i) => `Translate into Danish:\n\n${take(NEWS, i)}`),
  own('twin finnish', 6, (i) => `Translate into Finnish:\n\n${take(NEWS, i * 3)}`),
  under('twin cities', 6, 'Extract all cities from the input. Comma separated.', (i) => take(NEWS, i)),
  under('twin companies', 6, 'Extract all companies from the input. Comma separated.', (i) =>
    take(NEWS, i * 3),
  ),
  own('twin short', 6, (i) => `${take(PASSAGES, i)}\n\nSummarize the passage in three words.`),
  own('twin long', 6, (i) => `${take(PASSAGES, i * 3)}\n\nSummarize the passage in three sentences.`),
  under(
    'single intake',
    10,
    'Extract name, date and amount from a message to a bank. Return JSON.',
    (i) => `${take(['Source: app', 'Source: branch', 'Source: letter'], i)}\nMessage: ${take(BANK, i * 3)}`,
  ),
  under(
    'single digest',
    10,
    'You turn notes of a farm into a weekly letter of two sentences.',
    (i) => `${take(['Monday', 'Tuesday', 'Friday'], i)}\n- ${take(FARM, i)}\n- ${take(FARM, i * 3 + 1)}`,
  ),
  under(
    'single filter',
    10,
    'You screen club chat. Print OK or HIDE.',
    (i) => `From: ${take(['trainer', 'parent', 'player'], i)}\n${take([...SPORT, ...BANK], i * 7)}`,
  ),
  under('single translate', 10, 'Translate what you get into English.', (i) =>
    take([PTB, CZ, KOR][i % 3], i * 3),
  ),
  // One task each, though the prompt orders nothing.
  under(
    'open sentiment',
    10,
    'Sentiment classifier for a sports club. Output: positive, neutral or negative.',
    (i) => `${take(['Front desk', 'Members’ wall', 'Parents’ evening'], i)}\n${take(SPORT, i * 3)}`,
  ),
  under(
    'open priority',
    10,
    'Farm tickets, priority from 1 to 3. Only the number.',
    (i) => `${take(['North barn', 'Dairy', 'Orchard'], i)}\n\n${take(FARM, i * 3)}`,
  ),
  under(
    'open helper',
    10,
    'Help desk of a bank, first level. Short answers, no promises, no legal advice.',
    (i) => `${take(BANK, i * 3)}\n\n${take(['from the app', 'from the branch', 'by letter'], i)}`,
  ),
  under(
    'open subject',
    10,
    'Subject lines for the newsletter of a farm. At most eight words.',
    (i) => `Spring issue\n${take(FARM, i)}\n${take(['with picture', 'without picture'], i)}`,
  ),
  under(
    'open summary',
    10,
    'Summaries of one sentence, in English.',
    (i) => `${take(['Evening news', 'Morning news', 'Sports desk'], i)}\n\n${take(NEWS, i * 3)}`,
  ),
  under(
    'open answers',
    10,
    'Customers of a bank write, you are the friendly first contact.',
    (i) => `${take(BANK, i)}\n${take(['Mrs A. Lind', 'P. Osei', 'Your customer Ferri'], i)}`,
  ),
];
