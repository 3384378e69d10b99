// Tasks under shared prompts, in other domains and other shapes than in the other files, beside prompts of one task whose messages
// repeat what strangers repeat. Written before anybody saw how the rules do on them, and scored once: docs/quality.md.
import { take } from './group-inputs.mjs';

const PLACES = ['Quay 4', 'Hall B', 'Gate 11', 'Depot North', 'Rack 27', 'Siding 3', 'Dock 9'];
const GOODS = [
  'forty drums of resin',
  'a pallet of tinned peaches',
  'two gearboxes in crates',
  'bales of raw wool',
  'eleven boxes of vials',
  'sheet glass on A-frames',
  'a container of garden chairs',
  'bagged cement',
  'six reels of cable',
];
const EVENTS = [
  'the seal was broken when the driver arrived',
  'unloading took three hours because the ramp was iced',
  'the consignee refused two units, damp on one side',
  'the reefer alarm had been silenced since Tuesday',
  'papers name another vessel than the stickers',
  'nobody was on site and the load went back',
  'a forklift grazed the left corner post',
  'customs held everything for a tariff check',
  'the weight differs by 340 kg from the waybill',
  'all fine, signed at 06:52',
];
const freight = (i) => `${take(PLACES, i)}: ${take(GOODS, i * 2 + 1)}, ${take(EVENTS, i * 3 + 2)}.`;
const DISHES = [
  'Soak the beans overnight, simmer them with bay and a ham bone for two hours, salt late.',
  'Whisk four yolks with sugar until pale. Fold in mascarpone, then the stiff whites.',
  'Rub butter into flour, add iced water by the spoon, rest the dough for an hour.',
  'Sear the lamb in batches; deglaze with vermouth, add anchovies and let it murmur until it falls apart.',
  'Grate the courgettes, squeeze them hard, bind with two eggs and a fistful of crumbs.',
  'Toast the rice dry before any stock goes in, and stir only when you must.',
  'Blanch almonds, slip the skins, roast at 160 for nine minutes.',
  'Pickle the onions in hot vinegar with cloves; eat them from the third day.',
  'Beat the octopus, freeze it, thaw it, and only then bring it to a shy boil.',
];
const dish = (i) => `${take(DISHES, i)} Serves ${2 + (i % 5)}.`;
const PATCHES = [
  'moves the retry budget from the client to the pool',
  'drops the legacy cookie path and its two flags',
  'guards the cache against a null tenant',
  'renames the ledger columns and backfills them nightly',
  'lets the importer skip blank rows instead of failing',
  'pins the image digest in all charts',
  'adds a fuzz target for the header parser',
  'turns the poller into a subscription',
  'reverts the eager loading of avatars',
  'splits the report job by region',
];
const patch = (i) => `#${4100 + i * 7} ${take(PATCHES, i)}; ${take(PATCHES, i * 3 + 4)}.`;
const CALLS = [
  'caller says the boiler bangs at night and the flat smells of hot dust',
  'wants to know if the vet can see a limping goat before noon',
  'asks why her season card is blocked although it was renewed in May',
  'reports a fox asleep in the bus shelter on Weir Street',
  'says the invoice was paid twice, by him and by his sister',
  'complains that the choir rehearses with open windows after ten',
  'needs the key to the cemetery tap, the pump is dry',
  'found a wallet with foreign notes near the fountain',
  'would like the large print edition of the bus timetable',
  'says thank you, the lamp works again',
];
const call = (i) => `${take(CALLS, i)}${i >= CALLS.length ? `, second time since ${take(PLACES, i)}` : ''}`;
const ADS = [
  'Night porter, small hotel, four shifts of ten hours, meals included, English and some Italian.',
  'Luthier sought for a school workshop; part time, tools provided, no weekend work.',
  'Crane operator for the wind yard, certificate class III, start at once, 31 an hour.',
  'Assistant in a seed bank: pipetting, labelling, patience. Fixed term of two years.',
  'Baker who likes rye. We begin at two in the morning and are home by ten.',
  'Data steward (all genders) for a hospital trust, hybrid, pension scheme.',
  'Puppeteer for a travelling company, driving licence a plus, costumes are ours.',
  'Tax clerk with steady hands and a dislike of unread mail.',
];
const ad = (i) => `${take(ADS, i)} Ref ${take(['KL', 'MU', 'OT', 'RA', 'ZB'], i)}-${200 + i}`;
const DE = [
  'Der Kran an Tor 3 steht seit gestern still, ein Ersatzteil fehlt.',
  'Bitte schicken Sie mir die Abrechnung noch einmal an die neue Adresse.',
  'Im Treppenhaus brennt seit Tagen das Licht die ganze Nacht.',
  'Die Lieferung kam pünktlich, aber zwei Kartons waren feucht.',
  'Wir suchen für den Chor noch einen Bass und eine Noten­wartin.',
  'Am Montag bleibt die Ausleihe wegen Inventur geschlossen.',
  'Der Hund vom dritten Stock bellt, sobald die Post kommt.',
  'Ich möchte meinen Vertrag zum Quartalsende kündigen.',
  'Die Heizung wird nur noch lauwarm, obwohl entlüftet wurde.',
  'Vielen Dank, der Monteur war freundlich und schnell.',
];
const de = (i) => take(DE, i) + (i < DE.length ? '' : ` ${take(DE, i * 3 + 4)}`);
const PT = [
  'O elevador parou entre dois andares com três pessoas dentro.',
  'Recebi a fatura em nome do antigo morador.',
  'A feira muda de sábado para domingo por causa da corrida.',
  'Faltam dois parafusos na caixa e o manual é de outro modelo.',
  'A professora elogiou a turma pela horta da escola.',
  'O aplicativo fecha sozinho quando escolho a loja do Porto.',
  'Queria marcar uma consulta para a semana que vem.',
  'A ponte nova abre ao trânsito na primeira quinzena de maio.',
  'O gato do vizinho dorme no meu carro e arranha a pintura.',
];
const pt = (i) => take(PT, i) + (i < PT.length ? '' : ` ${take(PT, i * 2 + 5)}`);
const PL = [
  'Paczka utknęła w sortowni i nikt nie odbiera telefonu.',
  'Na klatce znowu nie ma światła od środy.',
  'Trener przesunął mecz na niedzielę o jedenastej.',
  'Kupiłem dwa bilety, a przyszedł jeden.',
  'Muzeum otwiera salę z zegarami po remoncie.',
  'Sąsiad z góry wierci codziennie przed siódmą.',
  'Dziękuję za szybką naprawę pralki.',
  'Czy mogę zmienić adres dostawy?',
];
const pl = (i) => take(PL, i) + (i < PL.length ? '' : ` ${take(PL, i * 3 + 2)}`);
const KO = [
  '택배가 사흘째 같은 곳에 멈춰 있어요.',
  '어제 산 주전자 뚜껑이 맞지 않습니다.',
  '도서관이 다음 주 월요일에 쉰다고 합니다.',
  '앱에서 결제 버튼이 눌리지 않아요.',
  '직원분이 정말 친절했습니다.',
  '엘리베이터 안에 지갑을 두고 내렸어요.',
  '환불은 언제 처리되나요?',
  '새 다리가 오월에 개통된다.',
];
const ko = (i) => take(KO, i) + (i < KO.length ? '' : ` ${take(KO, i * 3 + 1)}`);
const TR = [
  'Kargo üç gündür depoda bekliyor.',
  'Aidatı iki kez ödemişim, iade istiyorum.',
  'Kütüphane pazartesi günü kapalı olacak.',
  'Asansör yine dördüncü katta kaldı.',
  'Usta çok nazikti, teşekkür ederim.',
  'Köprü mayısta trafiğe açılıyor.',
  'Uygulama giriş yapınca donuyor.',
  'Adresimi nasıl değiştirebilirim?',
];
const tr = (i) => take(TR, i) + (i < TR.length ? '' : ` ${take(TR, i * 3 + 2)}`);

const HARBOUR =
  'Harbour log utility. You get one instruction and one log entry per call. Work on the entry only, keep figures as they are, and print nothing besides the result.';
const KITCHEN =
  'Backend of a recipe app. A request consists of an order and a recipe. The reply is shown to cooks as it is, so no introductions and no closing remarks.';
const REVIEWBOT =
  'You are called by the release pipeline of a software house. What has to be done stands in each message, followed by the change. Stick to the change, invent nothing, no Markdown.';
const TOWN =
  'Text desk of the municipality of Oberfelden. Verarbeite jeweils einen Text nach Vorgabe. Namen bleiben unverändert, das Ergebnis steht ohne Kommentar.';
const BALCAO =
  'Motor de textos do balcão único. Em cada chamada chega um pedido e um texto do munícipe. Devolve-se só o resultado, em português europeu.';
const BIURO =
  'Moduł tekstowy biura obsługi mieszkańców. Każde wywołanie zawiera jedno zadanie i jedną wiadomość. Zwracany jest sam wynik.';
const KOREAN = '고객센터의 문서 처리 모듈입니다. 요청마다 작업 하나와 글 하나가 들어옵니다. 결과만 보냅니다.';
const TURKISH =
  'Belediye çağrı merkezinin metin modülü. Her çağrıda bir iş ve bir metin gelir. Yalnız sonuç gönderilir, yorum yapılmaz.';
const JOBS =
  'Service layer of a job board. Input is a small record with a field for the work and a field for the advertisement. Output is plain text for the database.';
const SWITCHBOARD =
  'Notes of the town switchboard are handed to you one at a time, each with what the clerk wants from it. Stay neutral, no names of callers, one paragraph at most.';

export const SHARED_TEMPLATES = [
  // The order in front, in words that seldom open one.
  {
    id: 'harbour boil',
    count: 16,
    make: (i) => `${HARBOUR} >> Past tense, third person, one line:\n${freight(i)}`,
  },
  { id: 'harbour blame', count: 14, make: (i) => `${HARBOUR} >> Who has to pay for it?\n${freight(i + 3)}` },
  {
    id: 'harbour code',
    count: 15,
    make: (i) => `${HARBOUR} >> Incident code from the list 100 to 107.\n${freight(i + 6)}`,
  },
  {
    id: 'harbour radio',
    count: 13,
    make: (i) => `${HARBOUR} >> Read it out for the radio.\n${freight(i + 9)}`,
  },
  // The order behind.
  {
    id: 'kitchen shopping',
    count: 15,
    make: (i) => `${KITCHEN} >> ${dish(i)}\n\nShopping list, grouped by aisle.`,
  },
  {
    id: 'kitchen child',
    count: 14,
    make: (i) => `${KITCHEN} >> ${dish(i + 2)}\n\nNow so that a child of eight can follow it.`,
  },
  {
    id: 'kitchen wine',
    count: 13,
    make: (i) => `${KITCHEN} >> ${dish(i + 5)}\n\nWhat should be drunk with it?`,
  },
  // A field that names the work.
  { id: 'jobs slug', count: 16, make: (i) => `${JOBS} >> {"work": "url slug", "advertisement": "${ad(i)}"}` },
  {
    id: 'jobs pay',
    count: 14,
    make: (i) => `${JOBS} >> {"work": "pay per hour or null", "advertisement": "${ad(i + 3)}"}`,
  },
  {
    id: 'jobs bias',
    count: 13,
    make: (i) => `${JOBS} >> {"work": "wording that puts women off", "advertisement": "${ad(i + 5)}"}`,
  },
  // A heading over each part.
  {
    id: 'release note',
    count: 15,
    make: (i) => `${REVIEWBOT} >> ## Wanted\nrelease note for end users\n\n## Change\n${patch(i)}`,
  },
  {
    id: 'release risk',
    count: 14,
    make: (i) => `${REVIEWBOT} >> ## Wanted\nrisk from 1 to 9 with a reason\n\n## Change\n${patch(i + 4)}`,
  },
  {
    id: 'release owner',
    count: 13,
    make: (i) => `${REVIEWBOT} >> ## Wanted\nteam that should look at it\n\n## Change\n${patch(i + 8)}`,
  },
  // In tags, in a command, as what a clerk says.
  {
    id: 'board ticket',
    count: 14,
    make: (i) => `${SWITCHBOARD} >> <want>a ticket title</want>\n<note>${call(i)}</note>`,
  },
  {
    id: 'board letter',
    count: 13,
    make: (i) => `${SWITCHBOARD} >> <want>a friendly letter back</want>\n<note>${call(i + 4)}</note>`,
  },
  {
    id: 'board office',
    count: 15,
    make: (i) => `${SWITCHBOARD} >> <want>the office in charge</want>\n<note>${call(i + 7)}</note>`,
  },
  // Other languages.
  {
    id: 'town simple',
    count: 14,
    make: (i) => `${TOWN} >> In einfachen Worten, höchstens zwei Sätze.\n\n${de(i)}`,
  },
  { id: 'town heading', count: 13, make: (i) => `${TOWN} >> Überschrift für den Aushang.\n\n${de(i + 3)}` },
  {
    id: 'town mood',
    count: 14,
    make: (i) => `${TOWN} >> Stimmung des Absenders von 1 bis 5.\n\n${de(i + 6)}`,
  },
  { id: 'balcao assunto', count: 14, make: (i) => `${BALCAO} >> Pedido: linha de assunto\nTexto: ${pt(i)}` },
  {
    id: 'balcao prazo',
    count: 13,
    make: (i) => `${BALCAO} >> Pedido: prazos e datas, um por linha\nTexto: ${pt(i + 4)}`,
  },
  { id: 'biuro temat', count: 13, make: (i) => `${BIURO} >> Temat w trzech słowach.\n${pl(i)}` },
  {
    id: 'biuro odpowiedz',
    count: 14,
    make: (i) => `${BIURO} >> Uprzejma odmowa z uzasadnieniem.\n${pl(i + 3)}`,
  },
  { id: 'korean title', count: 13, make: (i) => `${KOREAN} >> 열 글자 이내의 제목으로.\n\n${ko(i)}` },
  { id: 'korean polite', count: 14, make: (i) => `${KOREAN} >> 더 공손한 말투로 바꾸기.\n\n${ko(i + 3)}` },
  { id: 'turkish unit', count: 13, make: (i) => `${TURKISH} >> İlgili birim hangisi?\n\n${tr(i)}` },
  { id: 'turkish short', count: 14, make: (i) => `${TURKISH} >> Tek cümleye indir.\n\n${tr(i + 3)}` },
  // One task, whose messages repeat what is no order.
  {
    id: 'one channel',
    count: 26,
    make: (i) =>
      `Decide how urgent the note of the switchboard is: low, medium or high. Print the word only. >> Channel: ${take(['phone', 'counter', 'web form'], i)}\nNote: ${call(i)}`,
  },
  {
    id: 'one shift',
    count: 24,
    make: (i) =>
      `Turn the log entry of the harbour into one row of CSV: place, goods, event. No header. >> ${take(['Entry of the early shift', 'Entry of the late shift', 'Entry of the night shift'], i)}\n\n${freight(i)}`,
  },
  {
    id: 'one signature',
    count: 24,
    make: (i) =>
      `Messages of residents reach you. Reply with the number of the form that they need, 1 to 12, or 0. >> ${call(i)}\n\n${take(['Sent from my tablet', 'Mit freundlichen Grüßen', 'This message may contain confidential information.'], i)}`,
  },
  {
    id: 'one rag',
    count: 26,
    make: (i) =>
      `Answer the cook's question from the recipe. If the recipe does not say it, answer "unknown". >> Recipe: ${dish(i % 3)}\n\n${take(['How long does it take', 'Can it be frozen', 'What goes in first', 'Does it keep', 'Which pan is right', 'Is it fine without alcohol', 'How much salt'], i)}${take(['?', ', roughly?', ' for twelve people?'], i)}`,
  },
  {
    id: 'one lead in',
    count: 22,
    make: (i) =>
      `Classify advertisements by trade. Allowed: hotel, craft, transport, science, food, office, arts. >> ${take(['New advertisement:', 'Changed advertisement:'], i)}\n${ad(i)}`,
  },
  {
    id: 'one talk',
    count: 24,
    make: (i) =>
      `You are Bo, the helper of the seed bank. Answer visitors in at most three sentences and never name staff. >> ${take(['Good morning! ', '', 'Hi Bo, ', ''], i)}${take(['may I bring my own seeds', 'when are you open', 'do you post seeds abroad', 'what is the oldest seed you have', 'can a school class come', 'is the tour free', 'who pays for all this'], i)}?${i % 4 ? '' : ' Thank you!'}`,
  },
  {
    id: 'one diff',
    count: 20,
    make: (i) =>
      `Write the line of a changelog for a pull request: imperative, at most ten words. >> Repository: ${take(['billing', 'gateway', 'mobile'], i)}\nAuthor: ${take(['mk', 'tove', 'anil', 'rsa'], i)}\n\n${patch(i)}`,
  },
  // Without a system prompt.
  {
    id: 'user ad pay',
    count: 15,
    make: (i) => `Annual pay in euros for the job below, assuming 38 hours a week. Digits only.\n\n${ad(i)}`,
  },
  {
    id: 'user recipe',
    count: 14,
    make: (i) => `${dish(i + 1)}\n\nIs the recipe vegetarian? Answer with y or n.`,
  },
];
