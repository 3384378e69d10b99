// Written after the fourth set's misses had been mended, and scored once: docs/quality.md, "Router: task groups".
import { take } from './group-inputs.mjs';

const FLIGHTS = [
  'QX 204 to Oslo leaves from gate B7 at 17:40, boarding starts half an hour earlier.',
  'Passenger Ms Duarte in 14C asks for a meal without nuts on the way back.',
  'The crew of the morning flight to Tunis is two short; standby was called at 4:10.',
  'Bag tag 0220 118 was scanned in Doha, the owner is in Lyon.',
  'De-icing takes 25 minutes longer than planned, slot lost, new slot 9:05.',
  'A child travelling alone will be met by her uncle, Mr Bauer, in Graz.',
  'Catering sent forty salads for ninety seats.',
  'The coffee machine in the aft galley is out of order for the third week.',
  'Captain Reyes reports a smell of oil after take-off that went away at cruise.',
  'The lounge closes at 21:00 on Sundays, members have complained twice.',
  'Seat 22F does not recline, cabin log 4471.',
  'Two wheelchairs are needed on arrival in Malta.',
  'The flight to Porto is oversold by six; vouchers of 250 are offered.',
];
const GARDEN = [
  'My tomatoes split after the rain, should I have covered them?',
  'Planted garlic in October, three rows, 15 cm apart, mulched with straw.',
  'The pear by the wall has orange spots on its leaves again.',
  'Frost on 4 May took the courgettes, the beans came through.',
  'Sowed parsnips, nothing after five weeks.',
  'Moles. Everywhere moles.',
  'Neighbour gave us a fig in a pot; it fruits but the figs fall green.',
  'Hedge trimmed too hard in August, brown until spring.',
  'The compost smells of ammonia and steams in the morning.',
  'Roses pruned on 20 February, first buds on 12 March.',
  'Box tree moth has eaten half of the avenue.',
  'Rhubarb flowered in its first year.',
];
const CLASSES = [
  'Class 7b wrote the chemistry test; average 3.1, two pupils were ill.',
  'Mrs Okoro wants to swap the Thursday lesson with Mr Klein.',
  'The trip to the salt mine costs 34 per child and needs a signed form.',
  'Jonas forgot his sports things for the fourth time.',
  'A window in room 208 cannot be closed.',
  'Parents ask for less homework before the holidays.',
  'The choir rehearses in the gym while the hall is painted.',
  'Lunch on Tuesday made eleven children sick.',
  'Amira won the regional maths contest.',
  'The printer of the staff room eats paper.',
  'The new timetable has 5c in two rooms at once.',
];
const IT = [
  'Il treno delle 8.12 è stato soppresso senza avviso.',
  'La piscina riapre il 3 giugno con orario ridotto.',
  'Ho pagato due volte la stessa multa.',
  'Il signor Ferri ha trovato un mazzo di chiavi in via Roma.',
  'La strada per il lago resta chiusa per frana.',
  'Complimenti alla banda, concerto splendido.',
  'Il semaforo di piazza Dante è spento da giorni.',
  'Vorrei prenotare la sala per il 14.',
  'Le aiuole davanti alla scuola sono secche.',
  'Chi ritira i rifiuti verdi in agosto?',
];
const SV = [
  'Bussen till Lund var tjugo minuter sen igen.',
  'Badhuset stänger för renovering i augusti.',
  'Jag har betalat samma räkning två gånger.',
  'Hissen på Storgatan 4 står still.',
  'Tack för snabb hjälp med nyckeln!',
  'Det ligger glas på lekplatsen.',
  'När öppnar biblioteket på söndag?',
  'Vår katt är borta sedan tisdag.',
  'Gatlyktan utanför nummer 9 blinkar hela natten.',
];
const FR = [
  'Le bus de 7 h 40 n’est pas passé ce matin.',
  'La cantine augmente ses tarifs de trente centimes.',
  'Monsieur Petit a perdu son portefeuille au marché.',
  'La piscine rouvre le 3 juin.',
  'Deux lampadaires sont éteints rue des Lilas.',
  'Merci à l’équipe de la bibliothèque !',
  'Quand peut-on déposer les encombrants ?',
  'L’ascenseur de la mairie est encore en panne.',
  'Le concert est reporté au 14 à cause de l’orage.',
];
const RU = [
  'Лифт в третьем подъезде стоит с понедельника.',
  'Спасибо мастеру Петрову за быстрый ремонт.',
  'Автобус номер пять не пришёл утром.',
  'В счёте указан старый адрес.',
  'Когда откроется бассейн?',
  'На площадке разбито стекло.',
  'Концерт перенесли на четырнадцатое.',
  'Пропала серая кошка с ошейником.',
  'Фонарь у дома девять мигает всю ночь.',
];
const ZH = [
  '三号楼的电梯从周一起停运。',
  '快递盒子是空的，请尽快处理。',
  '图书馆夏天六点关门。',
  '发票上的地址写错了。',
  '音乐会因为下雨改到十四号。',
  '公交站的玻璃碎了。',
  '谢谢王师傅，修得很快。',
  '灰色的小猫走丢了，戴着项圈。',
  '游泳池什么时候开放？',
];
const under = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });
const own = (id, count, make) => ({ id, count, make });

const AIR =
  'You help the ground staff of an airline with short texts. The first line of a message tells you what is needed, the rest is a note.';
const SCHOOL =
  'Secretary of a secondary school, text tools. Never mention grades of single pupils. British spelling.';
const COMUNE =
  'Sei lo strumento testi del comune. Ogni messaggio contiene una richiesta e un testo. Scrivi solo il risultato.';
const KOMMUN =
  'Kommunens textverktyg. I varje anrop finns en uppgift och en text. Svara bara med resultatet.';
const VILLE =
  'Outil de rédaction de la ville. Chaque appel contient une consigne puis un message d’habitant.';
const GOROD =
  'Текстовый сервис города. В каждом запросе одно задание и одно сообщение. Выводи только результат.';
const JIEDAO = '你是街道办的文字助手。每条消息包含一个任务和一段文字。只输出结果。';
const GROW = 'Plant clinic API. Input: a field "do" and a field "note". Output: the result as plain text.';
const CHOICE = 'Assign one of the offered categories. Reply with the category name only.';

export const FIFTH_TEMPLATES = [
  under('air who', 13, AIR, (i) => `List the persons named.\n${take(FLIGHTS, i)}`),
  under('air when', 12, AIR, (i) => `Extract all times.\n${take(FLIGHTS, i * 3)}`),
  under('air radio', 12, AIR, (i) => `Wording for the loudspeaker.\n${take(FLIGHTS, i * 5)}`),
  under('air urgency', 13, AIR, (i) => `How urgent is this, low, medium or high?\n${take(FLIGHTS, i * 2)}`),

  under(
    'school parents',
    13,
    SCHOOL,
    (i) => `Write a note to the parents about this:\n\n${take(CLASSES, i)}`,
  ),
  under('school who', 12, SCHOOL, (i) => `Who has to deal with this?\n\n${take(CLASSES, i * 3)}`),
  under('school short', 12, SCHOOL, (i) => `Shorten to six words:\n\n${take(CLASSES, i * 4)}`),

  under('comune oggetto', 12, COMUNE, (i) => `Oggetto della mail\n\n${take(IT, i)}`),
  under('comune ufficio', 12, COMUNE, (i) => `Indica l’ufficio competente\n\n${take(IT, i * 3)}`),
  under('comune tono', 11, COMUNE, (i) => `Il tono è positivo o negativo?\n\n${take(IT, i * 7)}`),
  under('kommun rubrik', 12, KOMMUN, (i) => `Rubrik på högst fem ord:\n${take(SV, i)}`),
  under('kommun engelska', 12, KOMMUN, (i) => `Översätt till engelska:\n${take(SV, i * 2)}`),
  under('ville sujet', 12, VILLE, (i) => `Donne le sujet en un mot.\n${take(FR, i)}`),
  under('ville dates', 11, VILLE, (i) => `Relève les dates et les heures.\n${take(FR, i * 2)}`),
  under('ville polie', 11, VILLE, (i) => `Version plus polie.\n${take(FR, i * 4)}`),
  under('gorod tema', 12, GOROD, (i) => `Тема одним словом.\n\n${take(RU, i)}`),
  under('gorod otvet', 11, GOROD, (i) => `Черновик ответа жителю.\n\n${take(RU, i * 2)}`),
  under('jiedao title', 11, JIEDAO, (i) => `拟一个标题\n\n${take(ZH, i)}`),
  under('jiedao english', 12, JIEDAO, (i) => `翻译成英文\n\n${take(ZH, i * 2)}`),

  under('grow diagnose', 13, GROW, (i) => JSON.stringify({ do: 'diagnose', note: take(GARDEN, i) })),
  under('grow calendar', 12, GROW, (i) =>
    JSON.stringify({ do: 'calendar entry', note: take(GARDEN, i * 5) }),
  ),
  under('grow plant', 12, GROW, (i) => JSON.stringify({ do: 'plant name', note: take(GARDEN, i * 7) })),

  under(
    'choice air',
    13,
    CHOICE,
    (i) => `${take(FLIGHTS, i)}\n\nCategories: crew, baggage, cabin, passengers`,
  ),
  under(
    'choice garden',
    13,
    CHOICE,
    (i) => `${take(GARDEN, i)}\n\nCategories: pest, weather, pruning, other`,
  ),
  under('choice school', 12, CHOICE, (i) => `${take(CLASSES, i)}\n\nCategories: building, pupils, staff`),
  own('labels mood', 12, (i) => `Assign a label.\nLabels: glad, angry, neutral.\n\n${take(IT, i)}`),
  own('labels place', 12, (i) => `Assign a label.\nLabels: street, school, office, home.\n\n${take(SV, i)}`),
  own(
    'labels plant',
    12,
    (i) => `Assign a label.\nLabels: fruit, vegetable, ornamental.\n\n${take(GARDEN, i)}`,
  ),

  own('order varies', 14, (i) => {
    const parts = [
      'Say whether the pupil may join the trip. Output yes, no or ask.',
      `Rules: ${take(['signed form needed', 'no open bills', 'two sports days'], i)}`,
      `Note: ${take(CLASSES, i * 3)}`,
    ];
    return [parts, [parts[1], parts[2], parts[0]], [parts[2], parts[0], parts[1]]][i % 3].join('\n');
  }),
  own(
    'same text nouns',
    12,
    (i) => `List the nouns of this note, one per line.\n\n${take(GARDEN, i % 6)} ${take(FLIGHTS, i % 6)}`,
  ),
  own(
    'same text tweet',
    12,
    (i) =>
      `Rewrite this note as a post of at most 100 characters.\n\n${take(GARDEN, i % 6)} ${take(FLIGHTS, i % 6)}`,
  ),
  own(
    'same text spanish',
    12,
    (i) => `Translate this note into Spanish.\n\n${take(GARDEN, i % 6)} ${take(FLIGHTS, i % 6)}`,
  ),
  own('resent', 13, (i) => `${take(FLIGHTS, i < 5 ? 0 : i)}\n\nIs this about luggage? Answer yes or no.`),

  under(
    'one origin',
    20,
    'Rate from 1 to 5 how soon the caretaker has to come. Output the digit.',
    (i) => `${take(['By app', 'By telephone', 'Found in the letter box'], i)}\n${take(CLASSES, i * 4)}`,
  ),
  under('one tongue', 20, 'Translate what a resident writes into English. Keep names.', (i) =>
    take([IT, SV, FR, RU, ZH][i % 5], i * 3),
  ),
  under(
    'one clinic',
    20,
    'You are the plant doctor of a magazine. Name the likely cause in one sentence.',
    (i) =>
      `${take(['Dear doctor,', 'Hello,', 'Good day,'], i)}\n\n${take(GARDEN, i)}\n\n${take(['Yours, Eva', 'A reader'], i)}`,
  ),
];
