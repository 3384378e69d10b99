// Written before the rules were looked at again, and scored once: docs/quality.md, "Router: task groups". Other trades, other
// languages and other layouts than the sets before; the same texts come under several tasks.
import { take } from './group-inputs.mjs';

const LISTINGS = [
  'Two-room flat, 54 sq m, third floor without lift, balcony to the yard, 890 a month plus heating.',
  'Loft in a former spinning mill, ceilings of 4.2 m, sauna in the basement. Viewing on 12 March.',
  'House with garden in Oakham, built 1962, roof renewed 2019, gas heating, no cellar.',
  'Studio near the station, furnished, 31 sq m. Deposit: two rents. Call Mrs Lind after six.',
  'Penthouse with two terraces, parking for an electric car, concierge. Price on request.',
  'Room in a shared flat of four, quiet, vegetarian kitchen, from 1 June to 30 September.',
  'Ground-floor shop, 120 sq m, former bakery, chimney may be used, rent 2,400.',
  'Farmhouse on 3 hectares, well, no broadband, stables for five horses.',
  'Terraced house, 5 minutes to the school, energy class C, new kitchen, viewing only on Saturdays.',
  'Attic flat, sloping walls, 68 sq m net, tiled stove, cats welcome, dogs not.',
  'Office floor with 14 desks, glass walls, shared reception, notice period three months.',
  'Houseboat, licence until 2031, 70 sq m, solar panels, mooring fee 310 a quarter.',
  'Garage with electricity, 6 by 3 m, Mill Road, 95 a month.',
  'Villa from 1904, listed, parquet, needs a new roof, asking 1.2 million.',
];
const LOGS = [
  '2031-02-04T08:11:02Z pump-3 pressure 4.1 bar, valve B slow to close, operator notified',
  'night shift: conveyor 2 stopped twice, belt re-tensioned, no scrap',
  'furnace A at 1,420 C for six hours, thermocouple 7 reads low, replaced at 03:40',
  'robot cell 5: gripper lost part 118 three times, suction cup worn',
  'compressor hall: oil trace on the floor, source unclear, cleaned',
  'paint line: colour drift towards green on lot 7731, batch held',
  'forklift 12 hit a rack post, nobody hurt, rack locked',
  'water treatment: pH 8.9 at inlet, dosing raised by 4 percent',
  'press 9: tool changed, first part approved by Ms Adeyemi at 10:15',
  'power dip at 14:02 for 300 ms, PLC of line 4 restarted by itself',
  'cooling tower fan vibrates, bearing ordered, expected on Friday',
  'laser cutter: lens dirty, cut edges rough on 3 mm steel, lens cleaned',
  'packing: label printer out of ribbon, 40 boxes relabelled by hand',
  'shift leader absent, replaced by Mr Tanaka from 6:00',
];
const RECIPES = [
  'Soak the beans overnight, boil them with a bay leaf for an hour, then fry onions in plenty of oil.',
  'Beat four eggs with 120 g of sugar until pale; fold in flour and the zest of a lemon; bake 25 minutes.',
  'Roast the pumpkin whole, scoop it out, blend with stock and a little ginger.',
  'Rub the fish with salt and fennel, wrap it in paper, 20 minutes at 180 degrees.',
  'Layer potatoes, cream and nutmeg; cover; bake slowly until a knife slides in.',
  'Toast the rice in butter, add wine, then broth by the ladle, stirring all the while.',
  'Knead for ten minutes, let it rest in the cold for a day, shape twelve buns.',
  'Pickle the cucumbers with dill, mustard seed and a vine leaf; wait a week.',
  'Simmer lentils with cumin; finish with lemon, parsley and yoghurt.',
  'Grill the aubergines over a flame until black, peel, mash with garlic and tahini.',
  'Stuff the peppers with rice and mince, stand them in tomato sauce for 50 minutes.',
  'Whisk the batter thin, rest half an hour, fry pancakes as wide as the pan.',
];
const CLAIMS = [
  'While I was parked at the harbour a trolley rolled into the left door. I have two photos.',
  'The washing machine upstairs leaked through our ceiling on 3 January; the carpet is ruined.',
  'My bicycle was stolen from the cellar although it was locked to the wall.',
  'A hailstorm broke eleven panes of the greenhouse. The gardener estimates 1,900.',
  'I slipped on the ice before the town hall and broke my wrist; the doctor’s note is attached.',
  'Our suitcase came back from Lisbon with a broken wheel and without the camera.',
  'The deep freezer failed in the power cut, everything in it was lost.',
  'A guest knocked over my grandmother’s vase. She says her insurance does not pay.',
  'Rats ate the cables of the alarm; the electrician billed 460.',
  'The neighbour’s tree fell on our shed in the storm of Sunday night.',
  'I scratched a rental car in the garage of the hotel and reported it at once.',
  'Laptop dropped from the luggage rack of the train, screen gone.',
  'Burst pipe in the holiday flat, noticed only in April.',
];
const PT = [
  'O portão da escola ficou aberto durante a noite e desapareceram duas bicicletas.',
  'A consulta de quinta-feira foi adiada para dia 9 às 14h30.',
  'O elevador do bloco C está parado desde sábado e ninguém atende.',
  'Obrigada pela rapidez, o técnico Rui foi muito simpático.',
  'A fatura 7781 vem com a morada antiga, em Braga.',
  'Queria inscrever o meu filho na natação, ainda há vagas?',
  'O autocarro 27 passou dez minutos antes da hora.',
  'A biblioteca pede a devolução de três livros até ao fim do mês.',
  'Perdi o cartão no mercado, alguém o entregou?',
  'O concerto no jardim foi cancelado por causa da chuva.',
  'Falta o parafuso grande no saco número quatro.',
];
const NL = [
  'De brug bij Zaandam is tot woensdag dicht, fietsers mogen wel door.',
  'Ik heb twee keer betaald voor hetzelfde kaartje.',
  'De bakker op de hoek stopt na veertig jaar.',
  'Onze kat zit al drie dagen op het dak van nummer 12.',
  'Het zwembad verhoogt de prijzen met vijftig cent.',
  'Kan ik de afspraak van dinsdag naar vrijdag verzetten?',
  'De huisarts is van 3 tot 14 juli met vakantie.',
  'Mijn pakket staat volgens de site bij de buren, maar die weten van niets.',
  'De wethouder opende gisteren het nieuwe fietspad.',
  'In de kelder staat tien centimeter water.',
];
const TR = [
  'Asansör pazartesiden beri çalışmıyor, lütfen birini gönderin.',
  'Siparişim iki gün önce geldi ama kutu boştu.',
  'Köprü çalışması nedeniyle yol cuma gününe kadar kapalı.',
  'Doktor Aylin Hanım bize çok yardımcı oldu.',
  'Faturadaki adres yanlış, düzeltir misiniz?',
  'Kütüphane yaz boyunca saat altıda kapanacak.',
  'Otobüs durağının camı kırılmış.',
  'Kedimiz kayboldu, gri ve tasmalı.',
  'Konser yağmur yüzünden ertelendi.',
  'Yeni fırın açıldı, ekmekleri harika.',
];
const KO = [
  '엘리베이터가 월요일부터 멈춰 있습니다.',
  '주문한 상자가 비어 있었어요.',
  '도서관은 여름 동안 여섯 시에 닫습니다.',
  '김 선생님이 정말 친절하게 도와주셨습니다.',
  '다리 공사 때문에 금요일까지 길이 막힙니다.',
  '청구서의 주소가 틀렸습니다.',
  '공연은 비 때문에 미뤄졌습니다.',
  '버스 정류장 유리가 깨졌어요.',
  '고양이를 찾습니다. 회색이고 목줄이 있어요.',
];
const PL = [
  'Winda w bloku C stoi od poniedziałku, proszę kogoś przysłać.',
  'Zamówienie przyszło, ale pudełko było puste.',
  'Most będzie zamknięty do piątku.',
  'Pani doktor Nowak bardzo nam pomogła.',
  'Na fakturze 331 jest stary adres.',
  'Biblioteka latem zamyka o szóstej.',
  'Szyba na przystanku jest rozbita.',
  'Koncert przełożono z powodu deszczu.',
  'Zginął kot, szary, z obrożą.',
  'Nowa piekarnia ma świetny chleb.',
];
const ARTICLE = (i) =>
  `${take(LOGS, i)}. ${take(CLAIMS, i * 3 + 1)} ${take(LISTINGS, i * 5 + 2)} ${take(RECIPES, i * 2 + 3)}`;

const under = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });
const own = (id, count, make) => ({ id, count, make });

const ESTATE =
  'You are the text service of an estate agency. Below is a listing and what is to be done with it. Answer with the result alone.';
const PLANT =
  'Backend of the plant log. You receive an entry from the shop floor together with a request. Be brief, use no markdown.';
const KITCHEN =
  'You work for a cookery site. Follow the request in the message. Plain text only, metric units.';
const INSURER =
  'Claims desk assistant API. Every call carries one instruction and one statement of a customer. Return only what was asked for.';
const CAMARA =
  'És o serviço de textos da câmara municipal. Cada pedido traz uma instrução e uma mensagem. Responde só com o resultado.';
const GEMEENTE =
  'Tekstdienst van de gemeente. Je krijgt een opdracht en een bericht. Geef alleen het resultaat.';
const BELEDIYE =
  'Belediyenin metin servisisin. Her istekte bir görev ve bir mesaj vardır. Yalnızca sonucu yaz.';
const GUCHEONG = '구청의 문서 도우미입니다. 요청마다 지시와 글이 하나씩 옵니다. 결과만 쓰세요.';
const GMINA = 'Usługa tekstowa urzędu gminy. W każdym zapytaniu jest polecenie i wiadomość. Zwróć sam wynik.';
const TAGGER = 'You tag text. Pick exactly one of the labels that the message offers and print it.';
const ROUTES =
  'Text operations endpoint v3. Payload is JSON. Reply with JSON {"result": ...} and nothing else.';

const shuffledParts = (i, parts) => {
  const order = [
    [0, 1, 2],
    [2, 0, 1],
    [1, 0, 2],
    [2, 1, 0],
  ][i % 4];
  return order.map((at) => parts[at]).join('\n\n');
};

export const FOURTH_TEMPLATES = [
  under('estate size', 13, ESTATE, (i) => `Extract the floor area in square metres.\n\n${take(LISTINGS, i)}`),
  under(
    'estate title',
    14,
    ESTATE,
    (i) => `Write a headline of at most six words.\n\n${take(LISTINGS, i * 3)}`,
  ),
  under('estate pets', 12, ESTATE, (i) => `Are pets mentioned? yes or no\n\n${take(LISTINGS, i * 5)}`),
  under('estate german', 12, ESTATE, (i) => `Translate into German.\n\n${take(LISTINGS, i + 4)}`),

  under('plant severity', 14, PLANT, (i) => `${take(LOGS, i)}\n\nRequest: severity 1 to 5`),
  under('plant machine', 13, PLANT, (i) => `${take(LOGS, i * 3)}\n\nRequest: name of the machine`),
  under(
    'plant handover',
    12,
    PLANT,
    (i) => `${take(LOGS, i * 5)}\n\nRequest: one sentence for the next shift`,
  ),

  under('kitchen vegan', 13, KITCHEN, (i) => `Make this vegan:\n${take(RECIPES, i)}`),
  under('kitchen shopping', 14, KITCHEN, (i) => `Shopping list, one item per line:\n${take(RECIPES, i * 5)}`),
  under('kitchen minutes', 11, KITCHEN, (i) => `How long does it take in total?\n${take(RECIPES, i * 7)}`),
  under('kitchen kids', 12, KITCHEN, (i) => `For children of eight:\n${take(RECIPES, i + 3)}`),

  under(
    'insurer kind',
    14,
    INSURER,
    (i) =>
      `<instruction>Classify: theft, water, storm, liability, other</instruction>\n<statement>${take(CLAIMS, i)}</statement>`,
  ),
  under(
    'insurer missing',
    13,
    INSURER,
    (i) =>
      `<instruction>Name the documents that are missing</instruction>\n<statement>${take(CLAIMS, i * 3)}</statement>`,
  ),
  under(
    'insurer amount',
    12,
    INSURER,
    (i) =>
      `<instruction>Amount claimed, digits only, 0 if none</instruction>\n<statement>${take(CLAIMS, i * 4)}</statement>`,
  ),
  under(
    'insurer neutral',
    12,
    INSURER,
    (i) =>
      `<instruction>Put it into the third person</instruction>\n<statement>${take(CLAIMS, i * 6)}</statement>`,
  ),

  under('camara tema', 13, CAMARA, (i) => `Indica o tema numa palavra.\n\n${take(PT, i)}`),
  under('camara resposta', 12, CAMARA, (i) => `Rascunho de resposta, duas frases.\n\n${take(PT, i * 3)}`),
  under('camara datas', 12, CAMARA, (i) => `Lista as datas e as horas.\n\n${take(PT, i * 5)}`),

  under('gemeente toon', 12, GEMEENTE, (i) => `Is de toon boos, neutraal of blij?\n---\n${take(NL, i)}`),
  under('gemeente engels', 13, GEMEENTE, (i) => `Naar het Engels.\n---\n${take(NL, i * 3)}`),

  under('belediye konu', 12, BELEDIYE, (i) => `Konuyu tek kelimeyle belirle.\n\n${take(TR, i)}`),
  under('belediye cevap', 12, BELEDIYE, (i) => `Kibar bir cevap taslağı.\n\n${take(TR, i * 3)}`),

  under('gucheong title', 11, GUCHEONG, (i) => `제목을 다섯 단어로 붙여 주세요.\n\n${take(KO, i)}`),
  under(
    'gucheong dept',
    12,
    GUCHEONG,
    (i) => `담당 부서를 고르세요: 교통, 시설, 민원, 기타\n\n${take(KO, i * 2)}`,
  ),

  under('gmina streszczenie', 12, GMINA, (i) => `Streść jednym zdaniem.\n\n${take(PL, i)}`),
  under('gmina pilne', 12, GMINA, (i) => `Czy to pilne?\n\n${take(PL, i * 3)}`),

  under(
    'tag room',
    14,
    TAGGER,
    (i) => `Labels: kitchen, bathroom, garden, other.\nText: ${take(LISTINGS, i)}`,
  ),
  under(
    'tag damage',
    13,
    TAGGER,
    (i) => `Labels: water, theft, collision, weather.\nText: ${take(CLAIMS, i)}`,
  ),
  under('tag shift', 13, TAGGER, (i) => `Labels: machine, staff, quality, safety.\nText: ${take(LOGS, i)}`),
  own(
    'own labels meal',
    13,
    (i) =>
      `Choose the label that fits the text best.\nLabels: breakfast, main, dessert, side\n\nText: ${take(RECIPES, i)}\nLabel:`,
  ),
  own(
    'own labels urgency',
    13,
    (i) =>
      `Choose the label that fits the text best.\nLabels: now, today, this week, never\n\nText: ${take(LOGS, i)}\nLabel:`,
  ),

  under('json keywords', 13, ROUTES, (i) =>
    JSON.stringify({ op: 'keywords', n: 5, text: take(LISTINGS, i) }),
  ),
  under('json tone', 12, ROUTES, (i) => JSON.stringify({ op: 'tone', text: take(CLAIMS, i * 2) })),
  under('json short', 12, ROUTES, (i) => JSON.stringify({ op: 'shorten', max: 12, text: take(LOGS, i * 3) })),

  own('parts buyer', 14, (i) =>
    shuffledParts(i, [
      'Task: decide whether the buyer should ask for a survey before the offer, and say why in one sentence.',
      `Buyer: ${take(['family with two children', 'retired couple', 'student', 'dentist, needs a practice'], i * 3)}`,
      `Listing: ${take(LISTINGS, i)}`,
    ]),
  ),
  own('parts recall', 14, (i) =>
    shuffledParts(i, [
      '## Goal\nDecide if the lot has to be recalled. Output RECALL or KEEP.',
      `## Lot\n${1000 + i * 37}`,
      `## Entry\n${take(LOGS, i * 3)}`,
    ]),
  ),

  own('doc questions', 12, (i) => `Write three exam questions about the text below.\n\n${ARTICLE(i % 5)}`),
  own('doc bullets', 12, (i) => `Summarise the text below in five bullets.\n\n${ARTICLE(i % 5)}`),
  own('doc names', 12, (i) => `${ARTICLE(i % 5)}\n\nList every machine and every person named above.`),

  own(
    'retry identical',
    14,
    (i) =>
      `Rate how angry the customer is from 0 to 10. Number only.\n\nCustomer: ${take(CLAIMS, i < 4 ? 0 : i)}`,
  ),
  under(
    'retry under a prompt',
    14,
    'Turn the note of a cook into a numbered list of steps. No comments.',
    (i) => take(RECIPES, i < 4 ? 2 : i),
  ),

  under(
    'one free',
    22,
    'Decide whether a notice is about water, power, people or something else. One word.',
    (i) => `${take(['Hall 1', 'Hall 2', 'Yard'], i)}: ${take(LOGS, i * 3)}`,
  ),
  under('one mixed tongues', 22, 'Detect the language of the message and print its two-letter code.', (i) =>
    take([PT, NL, TR, PL, KO][i % 5], i),
  ),
  under(
    'one slots',
    16,
    'Compare the claim with the policy. Print COVERED, PARTLY or OPEN.',
    (i) => `Policy: ${take(['household basic', 'household plus', 'travel'], i)}\nClaim: ${take(CLAIMS, i)}`,
  ),
  {
    id: 'slot prompt',
    count: 14,
    make: (i) =>
      `You write replies for ${take(['Hotel Anker', 'Pension Vogt', 'Casa Miro', 'the Old Mill Inn'], i)}. Today is ${1 + (i % 28)} May. Answer the guest in at most three sentences and sign with the name of the house. >> ${take(PT, i)} ${take(NL, i)}`,
  },
  {
    id: 'turns',
    count: 12,
    make: (i) => [
      ['system', 'Normalise the ingredient. Output: name, amount, unit.'],
      ['user', 'two cups of flour'],
      ['assistant', 'flour, 2, cup'],
      ['user', take(RECIPES, i)],
    ],
  },
];
