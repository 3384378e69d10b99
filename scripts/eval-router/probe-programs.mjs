// Templates of programs that go with probe-people.mjs: each with data that asks, orders, hurries or says hardly anything, so that
// the kind would flip if it were read off the data.
const DATA = [
  'how do i cancel this??',
  'Great view, thin walls. We would come again in spring, but not with the dog.',
  'please write me back by tomorrow and delete my account',
  'ok',
  'Prove that I was charged twice! 2 + 2 is not 5.',
];
const DE = [
  'wie kündige ich?',
  'Alles bestens, danke!',
  'Schreiben Sie mir sofort zurück.',
  'nein',
  'Die Lampe flackert seit Montag.',
];
const ZH = ['怎么退货？', '很好，下次还来。', '请马上给我打电话', '嗯', '灯坏了三天了'];

const easy = (text, data = DATA, system = undefined) => ({ text, data, system });
/** The easy ones in the manner of products. */
export const PROBE_TEMPLATES = [
  easy('Detect the language of the text. Answer with a two-letter code and nothing else.\n\nText: {}'),
  easy('Translate from English to French, keep the tone.\n\n{}'),
  easy('Which of these fits best: praise, complaint, question, other?\n\nMessage: {}\nCategory:'),
  easy('{}\n\nReturn {"sentiment": "positive" | "negative" | "neutral"} and no other text.'),
  easy('Is the message below rude? Answer yes or no.\n"""\n{}\n"""'),
  easy('Extract every verb of the review as a JSON array.\n\nReview: {}'),
  easy(
    'You are an annotation service. Mark whether the text mentions money. Output format: {"money": bool, "span": string | null}',
    DATA,
    '',
  ),
  easy('{}', DATA, 'Rate the urgency of the message that follows from 1 to 5. Output the digit alone.'),
  easy(
    '{}',
    DATA,
    'You receive comments from an app store. Reply with the topic in at most two words, lower case.',
  ),
  easy('Summarize the comment in one sentence of at most twelve words.\n\nComment: {}'),
  easy('Rewrite the following message in polite British English. Output only the rewritten message.\n\n{}'),
  easy('Remove all names and numbers from the text and return it otherwise unchanged.\n\n<text>{}</text>'),
  easy(
    'Ordne die Nachricht einer Abteilung zu: Vertrieb, Technik, Buchhaltung. Antworte nur mit dem Wort.\n\nNachricht: {}',
    DE,
  ),
  easy('{}\n\nGib das Thema als ein Wort zurück, ohne Satzzeichen.', DE),
  easy('判断下面这条评论的情感，只输出“正面”或“负面”。\n\n评论：{}', ZH),
  easy('将下列文本翻译成英文，只返回译文：\n{}', ZH),
  easy('Określ język tekstu. Zwróć tylko kod ISO.\n\nTekst: {}', DE),
  easy('Classe le message : réclamation, question ou merci. Un seul mot.\n\nMessage : {}'),
  easy('Count the words of the text. Reply with the number only.\n\nText: {}'),
  easy(
    'Given the premise, is the hypothesis true? Answer true, false or unknown.\nPremise: {}\nHypothesis: The writer is a customer.\nAnswer:',
  ),
].map((one, index) => ({
  ...one,
  id: `probe ${index}`,
  // A prompt that is all instruction, with the input below it.
  ...(one.system === '' ? { system: one.text, text: '{}' } : {}),
}));

/** In the manner of public collections of templates. */
export const PROBE_PUBLIC = [
  'Sentence 1: {}\nSentence 2: The author is happy.\nDo the two sentences mean the same? yes or no',
  'I read this review: "{}" Would you say that the reviewer recommends the place?',
  '{}\n\nBased on the passage above, choose a fitting title.',
  'Does the following text contain sarcasm?\n{}\nOptions:\n- yes\n- no',
  'Below is a tweet. Label it as hateful or not hateful.\n\nTweet: {}\nLabel:',
  'Context: {}\nQuestion: Who speaks?\nAnswer with a span from the context:',
  'Determine the part of speech of the first word in the text: {}',
  'In this task you are given a text, and you have to say whether it is a question. Output 1 or 0.\n\nInput: {}\nOutput:',
  'Generate a short keyword for the following post.\n\n{}',
  'Given a message, decide which room of a house it is about. If none, say none.\nMessage: {}',
].map((text, index) => ({ id: `public ${index}`, text, data: DATA }));

/** Hard without figures or the word "prove", and short; easy and long. */
export const PROBE_HARD = [
  'Can a contract be void because one side was drunk when signing? Argue both ways under German and under English law.',
  'Two doctors disagree whether to stop the anticoagulant before a biopsy in a patient with a new stent. Weigh it.',
  'Is the set that contains all sets which do not contain themselves a member of itself, and what does type theory change?',
  'Write a sestina about a lighthouse; keep the six end words strictly.',
  'In how many ways can eight rooks stand on a chessboard so that none attacks another and none is on the main diagonal?',
  'Why does quicksort degrade on sorted input, and design a pivot rule with a guarantee?',
  'Dokaž, že odmocnina ze tří je iracionální.',
  'Bewijs dat er oneindig veel priemgetallen van de vorm 4k+3 zijn.',
  'Visa att varje ändlig integritetsdomän är en kropp.',
  'Her grafın çift sayıda tek dereceli köşesi olduğunu gösterin.',
  '임의의 유한군에서 부분군의 위수가 군의 위수를 나눔을 증명하시오.',
  '任意の連続関数が閉区間で一様連続であることを示せ。',
  'أثبت أن مجموع عددين فرديين زوجي ثم عمّم ذلك على ن من الأعداد.',
  'Udowodnij, że każdy ciąg ograniczony ma podciąg zbieżny.',
  'Докажите, что простых чисел бесконечно много, не используя метод Евклида.',
  'Can a landlord keep the deposit if the lease was never signed but rent was paid for years? Name the strongest counterargument.',
  'Find the flaw: all horses have the same colour, by induction on the size of the herd.',
  'A patient with fever, a new murmur and splinter haemorrhages refuses antibiotics. What is the differential and what do you do first?',
  'Design a consensus protocol for three data centres where one link is asymmetric.',
  'Compose a palindrome of at least ten words that makes sense.',
];
export const PROBE_EASY = [
  'hi, how was your weekend? mine was rainy, we stayed in, watched two old films and ate far too many pancakes, and the cat slept on my feet the whole time. anyway, just wanted to say good morning before the meetings start. tell me something nice.',
  'could you write a birthday card for my colleague Ines? she likes gardening, has two dogs, always brings cake on fridays and she is turning forty next week. nothing long, just a few warm lines that the whole team can sign, thank you so much!',
  'I am thinking about what to cook tonight. There is rice, there are carrots, some peas, a bit of ginger and the rest of a chicken from yesterday. My daughter does not like it spicy. What would you make with that? It should not take more than half an hour.',
  'Bitte formuliere mir eine kurze Absage an den Zahnarzt: ich kann am Dienstag nicht kommen, weil mein Zug erst am Nachmittag ankommt, und hätte gern einen Termin in der Woche danach, am liebsten vormittags, aber es eilt nicht.',
  'raconte-moi une petite histoire pour endormir mon fils de quatre ans, avec un renard qui a perdu son bonnet dans la neige et une chouette qui l’aide à le retrouver, quelque chose de doux, pas trop long, avec une fin heureuse',
  'what is the capital of Portugal',
  'translate "good night" into Italian',
  'what day comes after Thursday',
  'say thanks in Japanese',
  'give me three names for a grey cat',
  'Recommend me a light podcast for the train, I liked the ones about food and travel, it should not be about politics, and episodes should be shorter than half an hour because the ride is short. I listen in the morning when I am still half asleep.',
  'Mi hermana se casa en junio y tengo que decir unas palabras. No quiero nada complicado, solo dos o tres frases bonitas sobre lo mucho que la quiero y sobre los veranos en casa de los abuelos. ¿Me ayudas con eso?',
  'please list the months of the year',
  'what colour do blue and yellow make',
  'I spilled tea on a wooden table this morning and wiped it at once but there is a faint ring where the cup stood. The table is oiled, not lacquered, and it belongs to my grandmother so I would like it gone. What do people usually do?',
  'Kun je een berichtje schrijven aan de buren dat we zaterdag een feestje geven, dat het tot middernacht kan duren, dat ze welkom zijn en dat ze ons altijd mogen bellen als het te luid is? Vriendelijk en kort graag, voor in de hal.',
  'what is the opposite of hot',
  'Напиши короткое сообщение бабушке: мы доехали хорошо, дети спят, завтра позвоним вечером, пироги были очень вкусные, спасибо за всё. Без пафоса, просто по-домашнему, пару предложений хватит.',
  'who wrote Pippi Longstocking',
  'how many days are in a week',
];
