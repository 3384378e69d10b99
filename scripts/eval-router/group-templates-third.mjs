// Written after the misses of all others had been looked at, and scored once: docs/quality.md, "Router: task groups".
import { take } from './group-inputs.mjs';

const SUBJECTS = [
  'The eastern well',
  'A crate of lemons',
  'Our oldest loom',
  'The third violin',
  'Patient 88',
  'The tram depot',
  'A flock of geese',
  'The night market',
];
const VERBS = [
  'was moved',
  'went missing',
  'needs a new lid',
  'surprised the inspectors',
  'cost twice the estimate',
  'was praised in the paper',
  'stood idle',
];
const ENDS = [
  'for nine days',
  'without any notice',
  'because of a clerical slip',
  'and nobody minded',
  'until the frost came',
  'thanks to a loan',
  'as the neighbours had feared',
  'despite the new fence',
  'again',
];
const item = (i) =>
  `${take(SUBJECTS, i)} ${take(VERBS, i * 3 + 1)} ${take(ENDS, i * 2 + 5)}; later ${take(SUBJECTS, i * 5 + 2).toLowerCase()} ${take(VERBS, i + 4)} ${take(ENDS, i * 7 + 3)}.`;
const FR = [
  'Le puits a débordé',
  'La chorale cherche un alto',
  'Le tramway reste au dépôt',
  'Une caisse de citrons a disparu',
  'Le marché de nuit déménage',
  'La clôture grince',
];
const FR_ENDS = [
  'depuis lundi',
  'sans prévenir',
  'à cause du gel',
  'et les voisins râlent',
  'grâce à un prêt',
];
const french = (i) =>
  `${take(FR, i)} ${take(FR_ENDS, i * 2 + 1)}. ${take(FR, i * 5 + 2)} ${take(FR_ENDS, i * 3 + 4)} (${i}).`;
const DE = [
  'Der Brunnen läuft über',
  'Eine Kiste Zitronen fehlt',
  'Der Webstuhl steht still',
  'Die Gänse sind zurück',
  'Das Depot wird gestrichen',
  'Der Nachtmarkt zieht um',
];
const DE_ENDS = [
  'seit Montag',
  'ohne Ankündigung',
  'wegen des Frosts',
  'zum Ärger der Nachbarn',
  'dank eines Kredits',
];
const german = (i) =>
  `${take(DE, i)} ${take(DE_ENDS, i * 2 + 1)}. ${take(DE, i * 5 + 3)} ${take(DE_ENDS, i * 3 + 2)} (${i}).`;
const HI = ['कुआँ भर गया है', 'नींबू की पेटी गायब है', 'ट्राम डिपो बंद है', 'रात का बाज़ार हट गया', 'बाड़ टूट गई'];
const HI_ENDS = ['सोमवार से', 'बिना सूचना के', 'ठंड के कारण', 'पड़ोसियों की शिकायत पर'];
const hindi = (i) =>
  `${take(HI, i)} ${take(HI_ENDS, i * 3 + 1)}। ${take(HI, i * 2 + 1)} ${take(HI_ENDS, i + 2)}।`;
const JA = ['井戸があふれた', 'レモンの箱がない', '路面電車が止まっている', '夜市が移転する', '柵がきしむ'];
const JA_ENDS = ['月曜から', '予告なしに', '霜のせいで', '近所の苦情により'];
const japanese = (i) =>
  `${take(JA_ENDS, i * 3 + 1)}${take(JA, i)}。${take(JA_ENDS, i + 2)}${take(JA, i * 2 + 1)}。`;

const under = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });
const LEDGER =
  'Prose function of the parish ledger. The caller passes what it needs and an entry. Give back text that can be printed at once.';
const RADIO =
  'You are the script desk of a small radio station. Each request holds one job and one piece of news. Spoken language, no figures above a hundred.';
const GALLERY =
  'Wall texts, mails and lists for a gallery are written here. No adjectives that sell. Never more than ninety words.';
const MAIRIE =
  'Bureau des textes de la mairie. Un message à la fois, avec ce qu’il faut en faire. Pas de formule de politesse.';
const AMT =
  'Schreibstube des Heimatvereins. Zu jedem Text kommt eine Aufgabe. Es wird nur das Ergebnis ausgegeben.';
const HINDI = 'नगर कार्यालय की पाठ सेवा। हर अनुरोध में एक कार्य और एक संदेश होता है। केवल परिणाम दें।';
const JAPANESE = '町役場の文書係です。毎回ひとつの作業と文章が届きます。結果だけを返します。';

export const THIRD_TEMPLATES = [
  under('ledger proverb', 13, LEDGER, (i) => `A proverb that fits.\n---\n${item(i)}`),
  under(
    'ledger columns',
    14,
    LEDGER,
    (i) => `Who, what, how long, parted by semicolons.\n---\n${item(i + 50)}`,
  ),
  under('ledger doubt', 12, LEDGER, (i) => `What is doubtful about it?\n---\n${item(i + 100)}`),
  under('radio teaser', 14, RADIO, (i) => `Ten seconds before the jingle.\n\n${item(i + 7)}`),
  under('radio expert', 13, RADIO, (i) => `Questions for an expert, three of them.\n\n${item(i + 57)}`),
  under('radio weather voice', 12, RADIO, (i) => `In the voice of the weather report.\n\n${item(i + 107)}`),
  under('gallery mail', 13, GALLERY, (i) => `About: ${item(i + 11)}\nNeeded: an invitation for the lenders`),
  under('gallery list', 14, GALLERY, (i) => `About: ${item(i + 61)}\nNeeded: a packing list with numbers`),
  under('mairie objet', 13, MAIRIE, (i) => `Objet en cinq mots.\n${french(i)}`),
  under('mairie service', 14, MAIRIE, (i) => `Quel service est concerné ?\n${french(i + 40)}`),
  under('mairie excuse', 12, MAIRIE, (i) => `Excuses brèves au nom du maire.\n${french(i + 80)}`),
  under('verein plakat', 14, AMT, (i) => `Als Plakat mit drei Zeilen.\n\n${german(i)}`),
  under('verein platt', 13, AMT, (i) => `Auf Plattdeutsch.\n\n${german(i + 40)}`),
  under('hindi title', 13, HINDI, (i) => `पाँच शब्दों का शीर्षक।\n\n${hindi(i)}`),
  under('hindi dept', 12, HINDI, (i) => `किस विभाग का मामला है?\n\n${hindi(i + 40)}`),
  under('japanese title', 13, JAPANESE, (i) => `十文字の見出し。\n\n${japanese(i)}`),
  under('japanese polite', 14, JAPANESE, (i) => `丁寧な言い方で。\n\n${japanese(i + 40)}`),
  under(
    'one origin',
    24,
    'Decide which desk of the radio station takes an item: news, culture, sports, nobody.',
    (i) => `${take(['Came in by wire', 'Came in by mail', 'Found on a notice board'], i)}\n${item(i + 3)}`,
  ),
  under(
    'one field',
    22,
    'Translate the entry to Welsh. Output the translation alone.',
    (i) =>
      `Entered by: ${take(['the sexton of St Anne', 'a volunteer on Sunday', 'the bishop’s office'], i)}\nEntry: ${item(i + 23)}`,
  ),
  under(
    'one helper',
    22,
    'You are Odo, the gallery’s guide on the phone. You know the house, you do not know prices.',
    (i) =>
      `${take(['hello Odo, ', 'hi, ', ''], i)}${take(['tell me about', 'what do you know of', 'is there a picture of', 'who painted'], i)} ${take(SUBJECTS, i * 3).toLowerCase()}${take(['?', ' please', ''], i * 2)}`,
  ),
  under(
    'one source',
    22,
    'Check whether the claim is covered by the source: covered, partly or open. Print the word.',
    (i) => `Source: ${item(i % 5)}\nClaim: ${item(i + 31)}`,
  ),
  under(
    'one closing',
    20,
    'Pull the complaint out of a letter to the mayor and put it into one neutral sentence.',
    (i) => `${item(i + 77)}\n\n${take(['A citizen', 'Your neighbours from Weir Street', 'The choir'], i)}`,
  ),
  { id: 'user alt', count: 14, make: (i) => `Say the same with half the words.\n\n${item(i + 90)}` },
  {
    id: 'user list',
    count: 13,
    make: (i) => `${item(i + 33)}\n\nFrom the text above, give all nouns as a JSON array.`,
  },
];
