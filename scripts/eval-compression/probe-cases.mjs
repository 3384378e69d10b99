// Written after the rules stood, and scored once before they were looked at again: new documents, wordings and languages.
import { LAYOUTS } from './by-hand-documents.mjs';

const EN = `Handbook of the night train "Aurora", for passengers of the sleeping cars.

Boarding begins forty minutes before departure. The doors close two minutes before the train leaves, and nobody is let in after that, whatever the ticket says. Passengers who join at a later station show their ticket to the attendant of their own car.

Each compartment has two, three or four berths. The upper berth carries at most 120 kilograms. Ladders are kept behind the door. Children under six travel free when they share a berth with an adult; a berth of their own costs 19 euros. Dogs up to the size of a cat may travel in a closed bag, larger ones only in the car at the end.

Breakfast is served between six and eight. It is brought to the compartment when the slip on the door has been filled in before midnight. Those who cannot eat nuts tell the attendant on boarding, because the rolls are baked with almond flour. Hot water is free at any time.

The heating is set by the wheel under the window. In winter the pipes may knock for some minutes after the engine has been changed in Salzburg. The windows of the new cars cannot be opened; the emergency hammer hangs beside the washroom.

Bicycles need a reservation, which costs ten euros and is made at the counter, not online. There are eight hooks. A bicycle that hangs without a reservation is unloaded at the next stop at its owner's risk.

Lost things are kept in the depot of Villach for thirty days. After that they are given to the town. Keys and papers are sent home at the railway's expense, everything else at the finder's choice.

If the train is more than two hours late, a quarter of the fare is paid back on request; from four hours on it is half. The request is made within three months, by letter or on the website. No money is paid for delays that were announced before the ticket was bought.

Smoking is forbidden in all cars, also with the window open. The fine is 60 euros. In an emergency the red handle stops the train everywhere but in tunnels, where it only rings in the cab. The attendant of car 21, Mr Petrovic, is trained in first aid.`;
const ES = `Reglamento del huerto comunitario La Acequia, aprobado por la asamblea de marzo.

El huerto tiene cuarenta y dos parcelas de veinticinco metros cuadrados. Cada parcela se concede por dos años y puede renovarse una sola vez. Quien renuncia antes de tiempo lo comunica por escrito a la secretaria, doña Remedios Vidal, que avisa a la primera persona de la lista de espera.

La cuota anual es de 48 euros y se paga antes del quince de enero. Los jubilados pagan la mitad. Con la cuota se costean el agua, el seguro y las herramientas comunes. Si alguien no paga después de dos avisos, pierde la parcela.

El riego se hace por turnos. Las parcelas pares riegan los lunes y los jueves, las impares los martes y los viernes. El domingo no se riega. La llave del agua se guarda en la caseta verde y el último que sale la deja colgada detrás de la puerta. En agosto sólo se permite regar después de las ocho de la tarde.

Está prohibido usar herbicidas. Contra el pulgón se admite el jabón potásico. Las hogueras están prohibidas entre mayo y octubre, y el resto del año hay que avisar a los bomberos con un día de antelación. Los restos de poda se llevan al montón del fondo, que tritura cada mes el ayuntamiento.

Se pueden tener hasta cuatro gallinas por parcela, pero ningún gallo. Los perros entran atados. Los niños están bajo la vigilancia de sus padres, sobre todo cerca del estanque, que tiene metro y medio de profundidad.

Las herramientas comunes se apuntan en el cuaderno. La desbrozadora sólo la usa quien ha hecho el curso de Julián. Si una herramienta se rompe por mal uso, la paga quien la rompió; si se rompe por vieja, la paga la caja.

La asamblea se reúne el primer sábado de cada trimestre. Para cambiar este reglamento hacen falta dos tercios de los presentes. Las sanciones las decide una comisión de tres vecinos elegidos por sorteo. La fiesta de la cosecha se celebra el último domingo de septiembre y está abierta a todo el barrio.`;

const DOCUMENTS = [
  {
    text: EN,
    lookUps: [
      ['When is breakfast served?', 'Breakfast is served between six and eight'],
      ['How much weight may the upper berth carry?', 'upper berth carries at most 120 kilograms'],
      ['Where are lost things kept?', 'kept in the depot of Villach'],
      ['Which attendant is trained in first aid?', 'Mr Petrovic, is trained in first aid'],
      ['How high is the fine for smoking?', 'The fine is 60 euros'],
      ['How much does a reservation for a bicycle cost?', 'which costs ten euros'],
      ['Wo hängt der Nothammer?', 'the emergency hammer hangs beside the washroom'],
      ['What can somebody with an allergy do?', 'Those who cannot eat nuts tell the attendant'],
    ],
  },
  {
    text: ES,
    lookUps: [
      ['¿Cuándo se paga la cuota?', 'se paga antes del quince de enero'],
      ['¿Qué días riegan las parcelas impares?', 'las impares los martes y los viernes'],
      ['¿Dónde se guarda la llave del agua?', 'se guarda en la caseta verde'],
      ['¿Cuántas gallinas se pueden tener?', 'hasta cuatro gallinas por parcela'],
      ['¿Quién decide las sanciones?', 'las decide una comisión de tres vecinos'],
      ['¿Qué profundidad tiene el estanque?', 'tiene metro y medio de profundidad'],
      ['¿A quién se comunica una renuncia?', 'a la secretaria, doña Remedios Vidal'],
      ['How deep is the pond?', 'metro y medio de profundidad'],
    ],
  },
];

const WHOLE_TASKS = [
  'could you turn this into rhymes\n\n{}',
  '{}\n\nWho benefits from these rules?',
  '{}\n\nWhich rule is the strictest?',
  '{}\n\nWhat would a lawyer object to?',
  'Proofread.\n\n{}',
  '{}\n\nGive me the gist.',
  '{}\n\nWhere is the wording unclear?',
  'Fill this schema from the text: {"fees": [], "deadlines": []}\n\n{}',
  '{}\n\nWhich of these rules are about animals?',
  '{}\n\nWhat are the three most important points?',
  '{}\n\nHow many different fees are there?',
  '{}\n\nWhat does it cost in total for two adults, a child and a bicycle?',
  'Is this text written by a person or a machine?\n\n{}',
  'Highlight all prohibitions.\n\n{}',
  '{}\n\nWho is named, and what do they do?',
  'Redact anything personal.\n\n{}',
  'Mach daraus eine Tabelle.\n\n{}',
  '{}\n\nWas fehlt hier?',
  '{}\n\nWelche Regel ist überflüssig?',
  'Schreib das in einfacher Sprache:\n\n{}',
  '{}\n\nWie viele Verbote gibt es?',
  'Résume en deux phrases.\n\n{}',
  '{}\n\nQuelles règles concernent les enfants ?',
  '{}\n\nQu’en penses-tu ?',
  'Mets ce texte au passé :\n\n{}',
  '{}\n\n¿Qué mejorarías?',
  'Pásalo a un tono más amable:\n\n{}',
  '{}\n\n¿Cuántas prohibiciones hay?',
  '{}\n\n¿Hay contradicciones?',
  'Riscrivi in modo più breve.\n\n{}',
  '{}\n\nQuali punti sono poco chiari?',
  'Elenca tutti gli importi.\n\n{}',
  'Passa isto para português.\n\n{}',
  '{}\n\nQual é o tom do texto?',
  'Vertaal dit naar het Nederlands.\n\n{}',
  '{}\n\nWelke regels gaan over geld?',
  'Przetłumacz na polski.\n\n{}',
  '{}\n\nIle zakazów jest w tekście?',
  'Přelož do češtiny.\n\n{}',
  '{}\n\nCo v textu chybí?',
  'Переведи на русский:\n\n{}',
  '{}\n\nКакое правило самое строгое?',
  'Перепиши проще.\n\n{}',
  'Türkçeye çevir:\n\n{}',
  '{}\n\nKaç yasak var?',
  'Översätt till svenska.\n\n{}',
  '{}\n\nHur många avgifter nämns?',
  'Käännä suomeksi.\n\n{}',
  'Fordítsd magyarra.\n\n{}',
  'Tradu în română.\n\n{}',
  'Μετάφρασε στα ελληνικά.\n\n{}',
  'ترجم إلى العربية:\n\n{}',
  '{}\n\nما رأيك في هذا النص؟',
  'हिंदी में अनुवाद करो:\n\n{}',
  'Dịch sang tiếng Việt:\n\n{}',
  'Terjemahkan ke bahasa Indonesia.\n\n{}',
  '翻译成中文。\n\n{}',
  '{}\n\n这里有几项收费？',
  '日本語に訳して。\n\n{}',
  '{}\n\nどこが分かりにくい?',
  '한국어로 번역해 줘.\n\n{}',
  '{}\n\n금지 사항이 몇 개야?',
  'แปลเป็นภาษาไทย\n\n{}',
  'תרגם לעברית:\n\n{}',
];
const SYSTEMS = [
  'You check house rules for fairness. Return FAIR or UNFAIR.',
  'Turn what you receive into a quiz of ten questions.',
  'Du bist Lektorin. Gib den verbesserten Text zurück.',
  'Score the readability of the input from 0 to 100.',
  'Extrae todos los importes como JSON.',
];

export const PROBE_LOOK_UPS = DOCUMENTS.flatMap(({ text, lookUps }) =>
  lookUps.flatMap(([question, needle]) =>
    Object.entries(LAYOUTS).map(([layout, lay]) => ({
      name: `${layout} ${question}`,
      messages: lay(text, question),
      needle,
    })),
  ),
);
export const PROBE_WHOLE = DOCUMENTS.flatMap(({ text }) => [
  ...WHOLE_TASKS.map((task) => ({
    name: task,
    messages: [{ role: 'user', content: task.replace('{}', () => text) }],
  })),
  ...SYSTEMS.map((system) => ({
    name: system,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: text },
    ],
  })),
]);
export const PROBE_CHATS = DOCUMENTS.flatMap(({ text, lookUps }) =>
  lookUps.slice(1).map(([question, needle], index) => ({
    name: question,
    messages: [
      ...LAYOUTS[index % 2 === 0 ? 'last' : 'system'](text, lookUps[0][0]),
      { role: 'assistant', content: lookUps[0][1] },
      { role: 'user', content: question },
    ],
    needle,
  })),
);
