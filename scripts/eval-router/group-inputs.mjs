// Inputs for the invented templates of `group-templates-*.mjs`: what programs put into the slot of a template. `take(list, index)`
// goes round; what is composed of two lists of coprime lengths does not repeat within a template.

export const REVIEWS = [
  'The kettle boils quickly but the lid jams every second morning.',
  'bought this for my dad. he loves it',
  'Two of the six glasses were broken and nobody answers my mails.',
  'Sehr leise, sehr hübsch, aber das Kabel ist viel zu kurz!',
  'Works. Nothing more to say.',
  'I wanted to like this tent. On the second night it rained, and by four in the morning we were sitting in the car.',
  'Le tissu est agréable et la couleur tient bien après dix lavages.',
  'do NOT buy the small one, it is a toy',
  'Five stars for the driver who carried it up to the fourth floor, two for the shelf itself.',
  'La pantalla se rayó el primer día. Por lo demás, bien.',
  'Our dog destroyed it in nine minutes, which is a record.',
  'Solid hinges, clear manual, fair price.',
  'Не понравилось: шумит, греется и пахнет пластиком.',
  'Is it just me, or does the blue look green in daylight? Still keeping it.',
  'Second purchase. The first one lasted eleven years.',
  'The app wants my location to switch on a lamp. No thanks.',
  '値段の割に作りがしっかりしていて満足です。',
  'Arrived on Tuesday, returned on Wednesday.',
  'My hands are small and the grip is perfect for me; my husband hates it.',
];
export const NOTES = [
  'The lift in house C stops between floors again.',
  'Room 214 asks for a second pillow and a late check-out.',
  'Please move my delivery from 3 May to the week after.',
  'I was charged 48.90 twice on the same card.',
  'Since the update the export button is grey.',
  'Wer ist morgen für die Schlüsselübergabe zuständig?',
  'The invoice 2231 names our old address in Leeds.',
  'Our badge printer shows error E-17 and blinks.',
  'Peut-on encore ajouter deux personnes à la réservation ?',
  'The trainer was late, the slides were good.',
  'We need six more chairs and a longer cable for Thursday.',
  'My password link has expired for the third time.',
  'The soup was cold, the bread was wonderful.',
  'Necesito una copia del contrato firmado en marzo.',
  'Somebody parked in front of the loading bay, plate HB-KT 880.',
  'When does the pool open on public holidays?',
  'The parcel was left in the rain.',
  'Kindly confirm that Ms Okafor may enter the archive on Friday.',
  'Nothing works since the power cut at noon.',
  'Gdzie mogę odebrać zgubiony parasol?',
  'Could the newsletter come in plain text, please?',
];
export const NEWS = [
  'The town of Elmsworth will close its open-air pool for two summers. The council said that repairs would cost 3.1 million.',
  'A freight train lost four wagons near Brenik on Monday. Nobody was hurt, but the line stays shut until the weekend.',
  'Researchers counted 41 pairs of storks along the river, nine more than a year ago.',
  'The maker of cargo bikes Tervo opens a second plant in Vaasa and hires 120 people.',
  'Der Gemeinderat von Hollern hat den Bau der Umgehungsstraße mit neun zu sechs Stimmen abgelehnt.',
  'After 27 years the bookshop on Mill Lane shuts its doors. Its owner, Ruth Amsel, blames the rent.',
  'A cold front brings hail to the coast tonight; farmers were told to cover their vines.',
  'Le musée de Saint-Orval prête douze tableaux à Lisbonne jusqu’en septembre.',
  'The striker Ilan Moreau signed until 2029 and will wear number 14.',
  'Electricity prices fell by six percent in the third quarter, the regulator reported.',
  'Die Fähre nach Norderhaven fährt ab Juni nur noch zweimal am Tag.',
  'Two hikers were found unharmed below the Corvin peak after a night in the snow.',
  'El ayuntamiento plantará ochocientos árboles en los patios de las escuelas.',
  'The chip maker Quanta Loom warns that orders for sensors have halved since spring.',
  'A court in Tarvos ruled that the bakery may open on Sundays if it sells only bread.',
  'В Заречье открыли мост, который строили одиннадцать лет.',
  'Volunteers repaired the lighthouse of Skarn with planks from an old ferry.',
];
export const QUESTIONS = [
  'How long may I keep a borrowed laptop?',
  'Who signs travel requests above 2,000?',
  'is there parking for bikes',
  'What happens to unused holidays at the end of the year?',
  'Can my partner use the canteen?',
  'Where do I report a lost badge?',
  'Which forms are needed for a sabbatical?',
  'Wie viele Tage im Monat darf ich zu Hause arbeiten?',
  'what is the notice period in the first six months',
  'Are taxi rides to the airport refunded?',
  'Does the insurance cover rented tools?',
  'When is the server room cleaned?',
  'May interns see customer data?',
  'Quelle est la durée de la garantie ?',
  'How do I book the large meeting room?',
  'Why was the bonus paid in two parts?',
  'Who has keys to the archive?',
];
export const PASSAGES = [
  'Laptops are lent for ninety days. The help desk extends the loan once, for another thirty days, if nobody waits for the device.',
  'Trips that cost more than 2,000 are signed by the head of the division; all others by the team lead. Requests are filed a week ahead.',
  'Bikes stand in the yard behind house B. The gate is locked at eight in the evening, and the porter opens it on request.',
  'Unused holidays move to the next year and lapse at the end of March, unless illness kept the employee from taking them.',
  'Guests of employees may eat in the canteen between one and two. They pay the price for visitors at the second till.',
  'A lost badge is reported to the front desk at once. A new one costs fifteen, which payroll keeps back.',
  'Tools that were rented for a site are insured against theft when they are locked in the container overnight.',
  'The large meeting room is booked in the calendar. Bookings over four hours need a word from facility management.',
  'The server room is cleaned on the first Monday of the month, under the eyes of an administrator.',
  'Interns work with invented customers only. Exceptions are granted by data protection, in writing, for a named project.',
  'Sabbaticals last three to twelve months. The form is countersigned by the team lead and handed in half a year before.',
];
export const NAMES = [
  'Amira Holt',
  'Jonas Brede',
  'Li Wenqing',
  'Marta Sobol',
  'Tariq Anwar',
  'Ines Calado',
  'Peter van Houten',
  'Yuki Sato',
  'Olga Reznik',
  'Sam Whitfield',
  'Noor Haddad',
  'Carla Bianchi',
  'Dmitri Volkov',
];
export const PRODUCTS = [
  'Folding stool, ash, 3.2 kg',
  'Bread knife with a blade of 24 cm',
  'Rain jacket for children, size 128, red',
  'USB lamp, dimmable, magnet at the foot',
  'Insulated bottle 0.7 l, steel',
  'Wall clock without numbers, silent',
  'Set of four bowls, glazed, oven proof',
  'Bicycle bell made of brass',
  'Yoga mat 6 mm, cork',
  'Garden hose 20 m with spray head',
  'Headphones, over ear, 38 h',
  'Cat tree 140 cm, grey',
  'Desk organiser of felt',
];
export const CHINESE = [
  '快递晚了三天，盒子也压坏了。',
  '请问明天下午两点还能预约吗？',
  '杭州新开的图书馆每天开放到晚上十点。',
  '耳机音质不错，就是戴久了耳朵疼。',
  '我想改一下收货地址，应该去哪里改？',
  '公司第三季度营收增长了百分之七。',
  '房间很安静，但是没有热水。',
  '这本书的最后一章让我哭了很久。',
  '发票上的税号写错了，麻烦重新开一张。',
  '昨晚的暴雨让地铁二号线停运了两个小时。',
  '味道一般，服务很热情。',
  '手机充不进电，换了线也没用。',
  '周五的会议改到下周一上午。',
];
export const JAPANESE = [
  '届いた箱が開いていて、説明書が入っていませんでした。',
  '来週の水曜日に予約を変更できますか。',
  '駅前の工事は三月まで続くそうです。',
  '子どもが毎日これで遊んでいます。',
  '請求書の宛名が間違っています。',
  '音は静かですが、少し重いです。',
  '新しい社長は大阪の工場の出身だ。',
  'ログインしようとすると画面が真っ白になります。',
  '昨日の試合は雨で中止になった。',
  'もう二度と買いません。',
  '窓口の方がとても親切でした。',
  '駐車場は何時まで使えますか。',
];
export const RUSSIAN = [
  'Посылка пришла вскрытой, внутри не хватало двух чашек.',
  'Когда будет готов мой пропуск?',
  'Завод в Тольятти увеличил выпуск на восемь процентов.',
  'Приложение вылетает, как только я открываю корзину.',
  'Спасибо мастеру Игорю, всё починил за полчаса!',
  'С меня дважды списали 1290 рублей.',
  'Куртка тёплая, но молния заедает.',
  'В субботу движение по мосту будет закрыто до полудня.',
  'Прошу перенести встречу на четверг.',
  'Больше сюда не приду: ждали заказ час.',
  'Где найти инструкцию к пылесосу?',
  'Учёные описали новый вид лишайника на Алтае.',
];
export const ARABIC = [
  'وصل الطرد متأخراً ثلاثة أيام وكان مفتوحاً.',
  'هل يمكنني تغيير موعد الحجز إلى يوم الأحد؟',
  'افتتحت البلدية حديقة جديدة قرب النهر.',
  'التطبيق يتوقف كلما فتحت سلة المشتريات.',
  'الخدمة ممتازة والموظفون لطفاء.',
  'تم خصم المبلغ مرتين من بطاقتي.',
  'الغرفة نظيفة لكن الماء بارد.',
  'ارتفعت أسعار القمح بنسبة أربعة في المئة.',
  'أين أجد دليل الاستخدام؟',
  'السترة دافئة لكن السحاب يعلق.',
  'أرجو إرسال الفاتورة إلى العنوان الجديد.',
];
const GREETINGS = ['Hello,', 'Hi there,', 'Dear team,', 'Good morning,', 'Dear Sir or Madam,'];
const CLOSINGS = [
  'Best regards',
  'Thanks in advance for your help.',
  'I look forward to hearing from you soon.',
  'Kind regards',
  'Thank you very much for your time.',
  'Cheers',
];

export const take = (list, index) => list[index % list.length];
/** A mail with the polite phrases that strangers share. */
export const mail = (index) =>
  `${take(GREETINGS, index)}\n\n${take(NOTES, index)} ${take(REVIEWS, index * 3 + 1)}\n\n${take(CLOSINGS, index)}\n${take(NAMES, index)}`;
export const note = (index) =>
  take(NOTES, index) + (index < NOTES.length ? '' : ` Again, ${take(NAMES, index)}.`);
export const review = (index) =>
  take(REVIEWS, index) + (index < REVIEWS.length ? '' : ` (${take(NAMES, index)})`);
export const news = (index) =>
  take(NEWS, index) + (index < NEWS.length ? '' : ` ${take(NEWS, index * 5 + 2)}`);
export const question = (index) => take(QUESTIONS, index);
export const passage = (index) => take(PASSAGES, index);
export const person = (index) => take(NAMES, index);
export const product = (index) => take(PRODUCTS, index) + (index < PRODUCTS.length ? '' : `, item ${index}`);
const twice = (list) => (index) => take(list, index) + (index < list.length ? '' : take(list, index * 4 + 3));
export const chinese = twice(CHINESE);
export const japanese = twice(JAPANESE);
export const russian = (index) =>
  take(RUSSIAN, index) + (index < RUSSIAN.length ? '' : ` ${take(RUSSIAN, index * 5 + 3)}`);
export const arabic = (index) =>
  take(ARABIC, index) + (index < ARABIC.length ? '' : ` ${take(ARABIC, index * 4 + 3)}`);
/** A long text: several notices behind one another. */
export const report = (index) => [0, 3, 7, 11].map((step) => take(NEWS, index * 3 + step)).join('\n\n');
