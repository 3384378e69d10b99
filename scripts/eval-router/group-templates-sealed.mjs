// Written when the rules of `group-templates-shared.mjs` stood, and scored once before its misses were looked at (docs/quality.md).
import { take } from './group-inputs.mjs';

const WHO = [
  'The gardener',
  'My aunt',
  'A courier',
  'The night nurse',
  'Our tenor',
  'The ferryman',
  'An intern',
];
const DID = [
  'lost the spare key behind the radiator',
  'asked for eleven more chairs',
  'measured the cellar twice and got two results',
  'left early because of the storm',
  'painted the gate in the wrong green',
  'found a coin from 1874 under the stage',
  'swapped two labels on the samples',
  'heard the pump long before dawn',
  'returned the book with a pressed fern in it',
];
const WHEN = [
  'on Monday',
  'after the fair',
  'last spring',
  'during the strike',
  'at high tide',
  'just before closing',
];
const tale = (i) =>
  `${take(WHO, i)} ${take(DID, i * 2 + 1)} ${take(WHEN, i * 5 + 3)}. ${take(WHO, i + 3)} ${take(DID, i * 4 + 6)}.`;
const RULES = [
  'Tenants may keep one dog under the knee, cats without limit, and no birds that talk.',
  'Whoever borrows the van refuels it, notes the mileage and takes the dog hair out.',
  'A member who misses three rehearsals sings the next concert from the second row.',
  'The kiln is fired on Thursdays only; what stands in it by noon is fired, signed or not.',
  'Boats over nine metres moor outside and pay for the tender.',
  'Parcels that nobody claims within forty days go to the school lottery.',
  'Guests of the sauna are quiet, dry their seat and leave phones in the box.',
];
const rule = (i) => `§${3 + i} ${take(RULES, i)}${i < RULES.length ? '' : ` ${take(RULES, i * 2 + 3)}`}`;
const SWEDISH = [
  'Färjan ställdes in på grund av dimman.',
  'Tvättstugan är bokad hela veckan.',
  'Någon har parkerat framför brandporten igen.',
  'Tack för den fina utställningen!',
  'Fakturan kom dubbelt i april.',
  'Kören söker två basar till våren.',
  'Hissen luktar rök sedan i går.',
];
const swedish = (i) => `${take(SWEDISH, i)} ${take(SWEDISH, i * 3 + 2)} (${i})`;
const ITALIAN = [
  'Il traghetto delle sette non è partito.',
  'La caldaia fa un rumore di ferraglia.',
  'Vorrei spostare la visita a giovedì.',
  'Complimenti per il restauro della fontana.',
  'Mi avete addebitato due volte il parcheggio.',
  'Il coro prova con le finestre aperte.',
  'Manca una vite nella confezione.',
];
const italian = (i) => `${take(ITALIAN, i)} ${take(ITALIAN, i * 3 + 1)} (n. ${i})`;
const CHINESE = [
  '电梯又停在三楼了。',
  '我想把预约改到周四。',
  '包裹少了一个零件。',
  '谢谢师傅，修得很快。',
  '停车费扣了两次。',
  '合唱团缺两个男低音。',
  '锅炉半夜响。',
];
const chinese = (i) => `${take(CHINESE, i)}${take(CHINESE, i * 3 + 2)}（${i}）`;

const ESTATE =
  'Micro service "prose" of an estate agency. Callers send a directive and, under it, the raw text. Anything but the requested text breaks the page.';
const ARCHIVE =
  'Archive worker. For every record exactly one action is given. Do it. Leave dates alone. No preface.';
const NORD =
  'Textmotor för kommunens anslagstavla. Varje anrop har en uppgift och en text. Bara resultatet skickas tillbaka.';
const COMUNE =
  'Sportello testi del comune. Ogni chiamata porta un compito e un messaggio. Esce soltanto il risultato.';
const PROPERTY = '物业中心的文字接口。每次请求包含一个指令和一段留言。只返回结果，不加说明。';
const CLUB =
  'Writing aid of a rowing club. Members read it on small screens. British spelling, no exclamation marks.';
const COURT = 'House rules desk. Each message is one rule and what somebody wants to have of it.';

const under = (id, count, system, make) => ({ id, count, make: (i) => `${system} >> ${make(i)}` });

export const SEALED_TEMPLATES = [
  under('estate hook', 14, ESTATE, (i) => `A first line that makes people stay.\n\n${tale(i)}`),
  under(
    'estate legal',
    13,
    ESTATE,
    (i) => `Nothing that could be held against us, please.\n\n${tale(i + 20)}`,
  ),
  under('estate bullets', 15, ESTATE, (i) => `Three bullet points.\n\n${tale(i + 40)}`),
  under('archive who', 14, ARCHIVE, (i) => `action=people_as_list\nrecord=${tale(i + 5)}`),
  under('archive mood', 13, ARCHIVE, (i) => `action=mood_from_1_to_7\nrecord=${tale(i + 25)}`),
  under('archive title', 12, ARCHIVE, (i) => `action=title_for_the_catalogue\nrecord=${tale(i + 45)}`),
  under('nord rubrik', 13, NORD, (i) => `Rubrik på fem ord.\n\n${swedish(i)}`),
  under('nord ton', 14, NORD, (i) => `Hur upprörd är avsändaren, ett till fem?\n\n${swedish(i + 20)}`),
  under('comune oggetto', 13, COMUNE, (i) => `${italian(i)}\n\nOggetto della mail, senza punto.`),
  under('comune ufficio', 14, COMUNE, (i) => `${italian(i + 20)}\n\nA quale ufficio va?`),
  under('comune scuse', 12, COMUNE, (i) => `${italian(i + 40)}\n\nDue righe di scuse.`),
  under('property title', 13, PROPERTY, (i) => `拟一个六字标题：\n${chinese(i)}`),
  under('property dept', 14, PROPERTY, (i) => `应该由哪个部门处理？\n${chinese(i + 20)}`),
  under('club post', 14, CLUB, (i) => `Turn this into a post for the notice board:\n${tale(i + 10)}`),
  under('club text', 13, CLUB, (i) => `Same thing as a text message of 140 characters:\n${tale(i + 30)}`),
  under('court plain', 14, COURT, (i) => `[rule] ${rule(i)}\n[wanted] so that a guest understands it`),
  under('court loopholes', 13, COURT, (i) => `[rule] ${rule(i + 9)}\n[wanted] every way around it`),
  // One task each.
  under(
    'one desk',
    24,
    'Sort what members write into rowing, boats, money or other. Print the word.',
    (i) =>
      `${take(['Written at the boathouse', 'Written on the web page', 'Read out on the phone'], i)}\n${tale(i + 2)}`,
  ),
  under(
    'one priority',
    22,
    'Tag incoming records for the archive with one of: keep, scan, burn.',
    (i) =>
      `Priority: ${take(['as soon as possible', 'when there is time', 'none'], i)}\nRecord: ${tale(i + 50)}`,
  ),
  under(
    'one thread',
    22,
    'Write the reply of the club to a member, at most forty words.',
    (i) =>
      `${take(['Re: your last message', 'Fwd: your last message', ''], i)}\n${tale(i + 12)}\n\n${take(['All the best from the river', 'Row on', 'Yours, a member'], i)}`,
  ),
  under(
    'one check',
    22,
    'Compare a record with a rule and answer whether it breaks the rule: yes or no.',
    (i) => `Rule: ${rule(i % 4)}\nRecord: ${tale(i + 33)}`,
  ),
  under(
    'one helper',
    24,
    'You are Tilda, who answers guests of the sauna. You are calm and never promise a free slot.',
    (i) =>
      `${take(['Hi Tilda', 'hello', ''], i)}\n${take(['is it mixed on fridays', 'can i come with a cast', 'what does a towel cost', 'how hot is the small one', 'are kids fine', 'do you have lockers'], i)}?`,
  ),
  {
    id: 'user moral',
    count: 14,
    make: (i) => `What is the moral of this little story? One sentence.\n\n${tale(i + 60)}`,
  },
  {
    id: 'user rule',
    count: 13,
    make: (i) => `${rule(i + 3)}\n\nRewrite the rule above as a question with its answer.`,
  },
];
