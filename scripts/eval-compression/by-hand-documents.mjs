// Documents of our own, each with what can be looked up in it: a question and a stretch of the sentence that answers it. The
// first two of each document also make a chat. Written before the rules were changed; nothing is tuned to single rows.
export const DOCUMENTS = [
  {
    lang: 'en',
    text: `Lease of the boat house at Kelder Lake, between Marit Solberg and the Rowing Club Nord.

The boat house consists of a hall for sixteen boats, a workshop with running water, and two changing rooms on the upper floor. The club takes it over in the condition in which it was seen on the day of the visit. Minor scratches on the hall floor were noted and need not be repaired by the club.

The rent is 640 crowns a month and falls due on the third working day. It is adjusted every two years by the index of consumer prices, for the first time in the spring after the second regatta. Payments go to the account that the owner names in writing. If a payment is more than ten days late, the owner may charge a reminder fee of 25 crowns.

A deposit of three monthly rents is paid before the keys are handed over. The owner keeps it in a separate account and returns it within six weeks after the end of the lease, less what repairs have cost. Interest on the deposit belongs to the club.

The club may paint the hall inside, but not outside. Engines may be stored only in the metal cabinet by the north wall. Open fire is forbidden everywhere except on the stone terrace. The neighbours must be told of events with more than forty guests at least a week ahead.

The owner insures the building against storm and fire. The club insures its boats and its visitors. Damage by ice is shared by halves, because neither side can prevent it. Snow on the roof is removed by the club as soon as it is deeper than a forearm.

Either side may end the lease with four months' notice to the end of a season. The season ends on the last Sunday of October. If the slipway becomes unusable for longer than eight weeks, the club may leave without notice. Disputes are decided by the district court of Vik.

Keys are held by the captain, the caretaker and the owner. A lost key costs the club the price of a new cylinder. The caretaker, Jonas Reitan, checks the water pipes each Friday in winter and writes what he finds into the green book.`,
    lookUps: [
      ['Who checks the water pipes in winter?', 'The caretaker, Jonas Reitan, checks the water pipes'],
      ['How high is the reminder fee for a late payment?', 'reminder fee of 25 crowns'],
      ['Where may engines be stored?', 'Engines may be stored only in the metal cabinet'],
      ['Which court decides disputes?', 'decided by the district court of Vik'],
      ['When does the season end?', 'The season ends on the last Sunday of October'],
    ],
  },
  {
    lang: 'en',
    text: `Notes of the stand-up of the harvest robotics team, Tuesday.

Priya opened and said that the second gripper had arrived from the supplier, three days later than promised. She will mount it after lunch. The first gripper keeps dropping ripe plums, probably because the pads have hardened in the cold store.

Tomasz reported on the camera. Exposure was set too long for the afternoon sun, so a third of the pictures from Monday are white. He has written a script that picks them out. The remaining pictures were labelled by the two students. Their agreement is 0.81, which is fine for a first round.

Aylin has looked at the battery log. The robot stopped eleven times last week, and eight of these stops came within a minute after the left wheel motor drew more than thirty amps. She suspects the cable, which runs too close to the exhaust of the compressor. A longer cable is on order from Helsinki.

There was a discussion about the orchard in Werder. The farmer wants us to come before the fifteenth, since the pickers start then. Priya thinks it can be done if the gripper works by Thursday. Tomasz would rather test on the small field behind the lab once more. In the end it was agreed to decide on Thursday at noon.

The budget for tyres is used up. Helmut from purchasing allows another 400 euros, but wants to see three offers. Aylin collects them. The old tyres go to the kart club.

The visit of the minister was moved to the ninth. Nobody has to wear a tie. The press office asks for a demonstration that takes no longer than six minutes, with at least one plum that ends up whole in the crate.

Retrospective: people liked the quiet mornings. Several said that the chat has become too loud, and that messages after six are read by nobody. From now on urgent matters go by telephone. The key to the cold store has disappeared again; whoever has it puts it back into the drawer by the window.`,
    lookUps: [
      ['What does Aylin suspect as the cause of the stops?', 'She suspects the cable'],
      ['When was the visit of the minister moved to?', 'The visit of the minister was moved to the ninth'],
      ['How much more money does purchasing allow for tyres?', 'allows another 400 euros'],
      ['Where does the key to the cold store belong?', 'puts it back into the drawer by the window'],
    ],
  },
  {
    lang: 'de',
    text: `Merkblatt für die Gäste der Berghütte Sonnwend

Die Hütte liegt auf 1.840 Metern und ist von Mitte Juni bis Ende September bewirtschaftet. Außerhalb dieser Zeit steht nur der Winterraum mit acht Lagern offen. Der Schlüssel dafür hängt im Pfarramt von Sankt Gallus.

Frühstück gibt es von halb sieben bis neun. Wer früher aufbricht, bestellt am Vorabend ein Thermosfrühstück an der Theke. Das Abendessen beginnt um halb sieben und besteht aus drei Gängen; ein fleischloses Gericht ist immer dabei. Allergien werden bitte schon bei der Anmeldung genannt.

Geduscht werden kann mit Marken zu zwei Euro, die drei Minuten warmes Wasser geben. In trockenen Sommern bleibt die Dusche geschlossen, weil die Quelle dann kaum noch läuft. Trinkwasser gibt es am Brunnen vor dem Haus.

Stiefel und Stöcke bleiben im Schuhraum. Im Lager gilt Hüttenruhe ab zweiundzwanzig Uhr. Hunde dürfen nach Absprache in den kleinen Anbau, aber nicht in die Schlafräume. Eigene Schlafsäcke aus Seide oder Baumwolle sind Pflicht.

Die Hütte hat keinen Anschluss an das Stromnetz. Ein Wasserrad am Bach lädt die Batterien, und an bedeckten Tagen hilft ein Generator aus, der mit Rapsöl läuft. Steckdosen für Telefone gibt es nur im Gastraum. Empfang hat man auf der Bank hinter der Kapelle.

Storniert werden kann bis fünf Tage vor der Ankunft ohne Kosten. Danach fallen zehn Euro für jeden Platz an. Bezahlt wird bar; der nächste Automat steht im Tal neben der Bäckerei. Mitglieder des Alpenvereins zahlen im Lager dreizehn Euro, alle anderen sechsundzwanzig.

Der Weg über den Nordgrat ist seit dem Felssturz im Mai gesperrt. Wer zum Gipfel will, nimmt den Steig über die Gamsalm, der etwa drei Stunden braucht. Vor Gewittern warnt eine rote Fahne am Giebel. Die Materialseilbahn darf von Personen nicht benutzt werden.

Wirtin ist seit elf Jahren Rosalie Haslinger. Ihr Bruder Veit führt die Schmiede im Tal und hilft bei Schäden am Wasserrad.`,
    lookUps: [
      ['Wo hängt der Schlüssel für den Winterraum?', 'Der Schlüssel dafür hängt im Pfarramt'],
      ['Wie viel kostet eine Marke für die Dusche?', 'Marken zu zwei Euro'],
      ['Wer führt die Schmiede im Tal?', 'Ihr Bruder Veit führt die Schmiede'],
      ['Seit wann ist der Weg über den Nordgrat gesperrt?', 'seit dem Felssturz im Mai gesperrt'],
    ],
  },
  {
    lang: 'fr',
    text: `Compte rendu de la réunion des copropriétaires de la rue des Tanneurs

La séance est ouverte à dix-huit heures quinze par madame Delorme, qui préside. Vingt-trois copropriétaires sur trente et un sont présents ou représentés. Le secrétaire de séance est monsieur Pastor.

Le syndic présente les comptes de l'exercice. Les dépenses de chauffage ont baissé d'un huitième grâce au nouveau brûleur. L'entretien de l'ascenseur coûte en revanche plus cher que prévu, car deux câbles ont dû être remplacés en février. Les comptes sont approuvés à l'unanimité moins une abstention.

La toiture du bâtiment B laisse passer l'eau au-dessus de la cage d'escalier. Trois devis ont été demandés. L'entreprise Vasseur propose une réparation à neuf mille quatre cents euros, garantie dix ans. Les travaux commenceront après la fête du quartier, si le temps le permet.

Plusieurs personnes se plaignent du bruit du restaurant au rez-de-chaussée. Le gérant s'engage à fermer la terrasse à vingt-deux heures. Un sonomètre sera prêté par la mairie pendant trois semaines. Les mesures seront affichées dans le hall.

Le local à vélos est plein. Les bicyclettes sans étiquette seront données à une association à partir du premier juillet. Chaque logement reçoit deux étiquettes. La clé du local s'obtient chez la gardienne, madame Okafor, le mardi et le jeudi matin.

La haie du jardin sera taillée en novembre par la société Vertige. Le figuier reste, malgré la demande de monsieur Rey, qui se plaint des guêpes. Un composteur sera installé contre le mur du fond.

Les caves sont humides depuis l'orage du quatorze août. Une pompe a été louée pour un mois. L'expert de l'assurance passera un lundi et veut voir toutes les portes ouvertes. Les objets de valeur doivent être montés avant son passage.

La prochaine assemblée est fixée au vingt et un mars dans la salle de la bibliothèque. La séance est levée à vingt heures quarante.`,
    lookUps: [
      ['Qui préside la séance ?', 'par madame Delorme, qui préside'],
      ['Quand la haie du jardin sera-t-elle taillée ?', 'La haie du jardin sera taillée en novembre'],
      ['Chez qui obtient-on la clé du local à vélos ?', "La clé du local s'obtient chez la gardienne"],
      [
        'Quelle entreprise propose une réparation de la toiture ?',
        "L'entreprise Vasseur propose une réparation",
      ],
    ],
  },
  {
    lang: 'es',
    text: `Guía breve del museo de relojes de Alcorante

El museo ocupa la antigua casa de un armador y abre de martes a domingo, de diez a siete. Los lunes está cerrado, salvo si es fiesta. La entrada general cuesta nueve euros y la reducida cuatro. Los menores de doce años no pagan.

En la planta baja se exponen los relojes de torre. El más antiguo procede de la iglesia de San Telmo y funcionó durante tres siglos. Su péndulo pesa cuarenta kilos y se cuelga de nuevo cada primavera. La sala se mantiene a dieciocho grados para que el aceite no se espese.

La primera planta está dedicada a los relojes de bolsillo. Una vitrina reúne las piezas que los emigrantes trajeron de América. El reloj de la maestra Herminia Lago lleva grabado un barco. Fue regalado al museo por su nieto, que vive en Rosario.

En la segunda planta hay un taller donde trabaja el relojero Basilio Quirós. Los visitantes pueden mirar por una ventana, pero no deben hablarle mientras monta un escape. Los miércoles por la tarde explica su oficio a grupos de quince personas como máximo. Hay que reservar con dos semanas de antelación.

La colección de relojes marinos se prestó al museo naval de Ferrol hasta otoño. En su lugar se ven mapas y cuadernos de bitácora. Los mapas no se pueden fotografiar con flash.

El ascensor está en obras. Las personas que no puedan subir escaleras reciben una visita en vídeo en la sala azul. Las taquillas funcionan con una moneda de un euro, que se devuelve. Los carritos de niño se dejan junto a la escalera.

La cafetería del patio sirve desayunos hasta mediodía. Su especialidad es el bizcocho de castañas. La tienda vende reproducciones y cuerdas de repuesto, y cierra media hora antes que el museo.

El aparcamiento más cercano es el de la plaza del Mercado. El autobús catorce para delante de la puerta cada veinte minutos.`,
    lookUps: [
      ['¿Cuánto pesa el péndulo del reloj más antiguo?', 'Su péndulo pesa cuarenta kilos'],
      [
        '¿Dónde está el aparcamiento más cercano?',
        'El aparcamiento más cercano es el de la plaza del Mercado',
      ],
      ['¿Quién trabaja en el taller de la segunda planta?', 'trabaja el relojero Basilio Quirós'],
      ['¿A qué museo se prestó la colección de relojes marinos?', 'se prestó al museo naval de Ferrol'],
    ],
  },
  {
    lang: 'ru',
    text: `Объявление для жильцов дома на Садовой улице

С понедельника в доме меняют трубы горячей воды. Работы начинаются в первом подъезде и идут по стоякам, по два дня на каждый. В это время воду отключают с девяти утра до шести вечера. Холодная вода остаётся, но напор будет слабее обычного.

Просим освободить место под раковиной и вокруг полотенцесушителя. Плитку мастера снимают аккуратно, но обратно её кладёт хозяин квартиры. Пыль убирают сами рабочие. Если в квартире никого не будет, ключ можно оставить у консьержа Степана Ильича.

Старые батареи вывозят по средам. Их складывают у запасного выхода, а не на лестнице. За батареи на лестнице управляющая компания берёт штраф полторы тысячи рублей. Чугунные батареи можно сдать самим, пункт приёма работает за железной дорогой.

Лифт во втором подъезде не работает до конца месяца. Новый мотор везут из Щербинки. Пожилым жильцам помогают донести покупки волонтёры, их телефон висит на доске у почтовых ящиков. Грузы тяжелее двадцати килограммов они не поднимают.

Во дворе закрыта детская площадка. Качели признали опасными, потому что прогнила перекладина. Новую поставят к первому сентября. Песок в песочнице заменят тогда же.

Собрание жильцов пройдёт в четверг в школьной столовой. На нём выберут нового председателя совета. Кандидатов двое: Лидия Мурашова из тринадцатой квартиры и Олег Тен из сорок второй. Голосовать можно и письменно, бюллетени лежат у консьержа.

Счётчики воды в этом году проверяет фирма «Прибор». Проверка бесплатна, пока не наступил ноябрь. Потом она стоит восемьсот рублей за каждый счётчик. Записаться можно только по телефону.

Машины с восточной стороны дома просим убрать к вечеру воскресенья. Там встанет кран. Оставленные машины переставит эвакуатор на соседнюю улицу.`,
    lookUps: [
      ['Где пройдёт собрание жильцов?', 'Собрание жильцов пройдёт в четверг в школьной столовой'],
      ['Откуда везут новый мотор для лифта?', 'Новый мотор везут из Щербинки'],
      ['Какая фирма проверяет счётчики воды?', 'проверяет фирма «Прибор»'],
      ['Кому можно оставить ключ от квартиры?', 'ключ можно оставить у консьержа'],
    ],
  },
  {
    lang: 'zh',
    text: `青石镇图书馆读者须知

图书馆位于旧码头旁边，每周二到周日开放，早上九点开门，晚上八点闭馆。周一闭馆整理书架。节假日的开放时间会提前一周贴在门口。冬天下大雪的时候，图书馆可能提早一个小时关门。

办理借书证需要身份证和一张照片。外地读者还要交五十元押金，退证的时候全部退还。借书证丢失以后要马上挂失，补办一张需要十元。十二岁以下的孩子由家长代办，可以借儿童区的书。

每位读者一次最多可以借六本书，期限是三十天。没有别人预约的书可以续借一次，每次十五天。逾期的书每天罚款两角，罚款用来买新的童书。字典、地方志和报纸合订本只能在馆内阅读。

二楼的自习室有四十八个座位，需要用手机预约。预约以后二十分钟没有签到，座位会自动取消。自习室里不能吃东西，带盖的水杯可以放在桌上。考试季节座位很紧张，每人每天最多用四个小时。

地下一层是老照片档案室。那里保存着镇上摄影师顾长河留下的三千多张底片。参观要提前打电话给管理员沈兰。档案室的温度常年保持在十六度，进去要换鞋。

每个月第一个星期六下午有故事会，由退休教师梁伯主持。故事会在一楼的木船旁边举行，不需要报名。下雨天改在二楼的走廊。听完故事的孩子可以得到一枚印章，集满十枚换一本书。

还书可以用门口的还书箱，箱子每天早上八点清空。捐书请先把书名写在纸条上交给前台，教科书和杂志不收。打印每页三角，彩色打印每页一元。

停车场在图书馆后面的稻香路，读者可以免费停两个小时。自行车请停在银杏树下面，不要挡住消防通道。失物放在前台的竹筐里，三个月没有人认领就送给派出所。`,
    lookUps: [
      ['外地读者办借书证要交多少押金？', '外地读者还要交五十元押金'],
      ['参观档案室要打电话给谁？', '参观要提前打电话给管理员沈兰'],
      ['自行车应该停在哪里？', '自行车请停在银杏树下面'],
      ['故事会由谁主持？', '由退休教师梁伯主持'],
    ],
  },
  {
    lang: 'ja',
    text: `町内会からのお知らせ

今年の夏祭りは七月の最後の土曜日に、八幡神社の境内で行います。雨が強い場合は翌日に延期します。延期のお知らせは朝の七時に町内放送で流します。みこしの担ぎ手は今月末まで募集しています。

屋台の場所は抽選で決めます。申し込みは集会所の黄色い箱に用紙を入れてください。火を使う屋台は消火器を必ず用意してください。出店料は三千円で、当日の朝に会計の宮下さんに渡します。

ごみ集積所の場所が変わります。来月から三丁目の集積所は酒屋の横に移ります。燃えるごみは月曜と木曜、びんと缶は第二水曜です。カラスが多いので、網を忘れずにかけてください。

公園のブランコは修理のため使えません。部品が届くのは八月になる見込みです。修理の費用は市が半分、町内会が半分を出します。砂場は今までどおり使えます。

防災訓練は九月一日に小学校の体育館で行います。参加する人は上履きを持ってきてください。訓練の後で炊き出しのカレーを配ります。耳の遠い方のために、手話通訳の野口さんが来てくれます。

集会所の鍵は区長の榎本さんの家で借りられます。使った後は窓を閉めて、電気の元栓を切ってください。夜の十時以降は太鼓の練習はできません。駐車場は四台分しかないので、なるべく歩いて来てください。

犬の散歩をする方にお願いです。ふんは必ず持ち帰り、川の土手では綱を短く持ってください。先月は子どもが転んでけがをしました。見守りの当番は二人一組で、夕方の四時から五時までです。

会費は一か月五百円です。集金は班長が偶数月の第一日曜に回ります。口座からの引き落としを希望する方は、郵便局で用紙をもらってください。`,
    lookUps: [
      ['出店料はだれに渡しますか？', '当日の朝に会計の宮下さんに渡します'],
      ['集会所の鍵はどこで借りられますか？', '集会所の鍵は区長の榎本さんの家で借りられます'],
      ['ブランコの部品はいつ届きますか？', '部品が届くのは八月になる見込みです'],
      ['防災訓練はどこで行いますか？', '防災訓練は九月一日に小学校の体育館で行います'],
    ],
  },
  {
    lang: 'pl',
    text: `Regulamin ogrodów działkowych „Pod Topolami"

Ogród otwiera się o świcie, a zamyka godzinę po zachodzie słońca. Klucz do głównej bramy ma każdy działkowiec. Za zgubiony klucz płaci się trzydzieści złotych w kasie zarządu. Furtka od strony torów jest zamknięta przez całą zimę.

Woda płynie w rurach od kwietnia do połowy października. Podlewać wolno rano i wieczorem, nigdy w południe. Wąż nie może leżeć w poprzek alejki. Za zużytą wodę rozlicza gospodarz, pan Zdzisław Kurek, dwa razy w roku.

Altana nie może być większa niż trzydzieści pięć metrów. Dach kryje się gontem albo blachą w kolorze brązowym. Piec można postawić dopiero po odbiorze kominiarza. Nocować wolno od maja do września.

Drzewa owocowe sadzi się co najmniej trzy metry od płotu. Orzechów i topoli sadzić nie wolno, bo ich korzenie psują alejki. Gałęzie składa się przy kompostowniku, skąd co piątek zabiera je traktor. Liści nie pali się nigdy.

Psy prowadzi się na smyczy. Kury wolno trzymać najwyżej cztery i bez koguta. Ule stoją wyłącznie za stawem, a opiekuje się nimi pani Bronisława Sęk. Kto jest uczulony na jad, zgłasza to w zarządzie.

Samochodem wjeżdża się tylko po to, żeby wyładować ciężkie rzeczy, i nie dłużej niż na pół godziny. Parking jest przy ulicy Młyńskiej. Przyczepy stoją na placu za świetlicą. W niedzielę nie wjeżdża nikt.

Składka wynosi dwa złote za metr i płaci się ją do końca marca. Kto się spóźni, dopłaca dziesiątą część. Pieniądze idą na płot, wodę i oświetlenie. Rachunki może obejrzeć każdy członek w pierwszą środę miesiąca.

Zebranie odbywa się w świetlicy w drugą sobotę lutego. Kosiarkę i drabinę wypożycza magazynier na jeden dzień. Rzeczy pożyczone oddaje się czyste.`,
    lookUps: [
      ['Ile płaci się za zgubiony klucz?', 'Za zgubiony klucz płaci się trzydzieści złotych'],
      ['Kto opiekuje się ulami za stawem?', 'opiekuje się nimi pani Bronisława Sęk'],
      ['Gdzie jest parking?', 'Parking jest przy ulicy Młyńskiej'],
      ['Kiedy odbywa się zebranie?', 'Zebranie odbywa się w świetlicy w drugą sobotę lutego'],
    ],
  },
];

/** Ways to put a document and a question before a model. */
export const LAYOUTS = {
  last: (text, question) => [{ role: 'user', content: `${text}\n\n${question}` }],
  first: (text, question) => [{ role: 'user', content: `${question}\n\n${text}` }],
  labelled: (text, question) => [
    { role: 'user', content: `Context:\n${text}\n\nQuestion: ${question}\nAnswer:` },
  ],
  tagged: (text, question) => [
    { role: 'user', content: `<document>\n${text}\n</document>\n\n<question>${question}</question>` },
  ],
  system: (text, question) => [
    {
      role: 'system',
      content: `Answer from the context. If it is not there, say so.\n\n<context>\n${text}\n</context>`,
    },
    { role: 'user', content: question },
  ],
  parts: (text, question) => [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'text', text: question },
      ],
    },
  ],
};
