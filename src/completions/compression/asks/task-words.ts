/** A word of a task begins here: `\b` knows no letters but those of English. */
const START = String.raw`(?<![\p{L}\p{M}\p{N}])`;
/** What a task is told behind: the beginning of a sentence or clause. */
const CLAUSE = String.raw`(?:^|[\n.!?:;,、。！？：-]\s*|${START}(?:and|then|und|dann|y|et|puis|e|poi|и|затем|i|en|och|og)\s+)["'“*_(]*`;
/** Words that hand a task over: "please", "you must", "I want you to". */
const HANDED_OVER = String.raw`${START}(?:please|to|you|must|will|should|now|first|also|just|bitte|du|sie|sollst|por favor|пожалуйста)\s+["'“*_(]*`;
const TOLD_TASKS = [
  // English
  'translate|proof-?read|re-?write|re-?phrase|re-?word|paraphrase|transcribe|re-?format|edit|copy-?edit|spell-?check|correct(?! (?:answer|option|choice))|fix|polish|improve|clean up|tidy|convert|turn (?!to\\b|on\\b|off\\b|left\\b|right\\b)|transform|change|replace|swap|remove|delete|redact|mask|anonymi[sz]e|pseudonymi[sz]e|shorten|expand|simplify|summari[sz]e|condense|outline|abridge|extract|list|enumerate|collect|gather|identify|highlight|underline|mark|find (?:all|every|any|each|the (?:mistakes|errors|typos))|name (?:all|every|each)|pick out|pull|count|tally|compare|contrast|check|verify|validate|detect|classify|categori[sz]e|label|tag|annotate|grade|rate|score|rank|sort|group|evaluate|assess|judge|decide|determine (?:if|whether)|review|critique|critici[sz]e|analy[sz]e|moderate|flag|explain (?:this|it|the (?:text|document|letter|article)|to)|describe (?:this|it|the (?:text|document|tone|style|mood))|write|draft|compose|continue|complete|finish|create|generate|make (?:it|this|that|the|me|a|them)|put (?:this|it|that|the|them)|return|output|print|format|repeat|copy|recite|retell|restate|give me (?:feedback|all|every|each|the (?:gist|main|key)|a (?:summary|list|table|translation))|split|merge|combine|reply to|respond to|answer (?:this|the|my) (?:mail|email|e-mail|letter|message)|act as|quiz|teach|roast|tl;?\\s?dr',
  // German
  'übersetz\\w*|korrigier\\w*|verbesser\\w*|berichtig\\w*|redigier\\w*|lektorier\\w*|formulier\\w*|umformulier\\w*|schreib\\w*|fass\\w*|kürz\\w*|vereinfach\\w*|mach\\w*|ersetz\\w*|entfern\\w*|streich\\w*|anonymisier\\w*|schwärz\\w*|prüf\\w*|überprüf\\w*|kontrollier\\w*|nenne? (?:alle|jede|sämtliche)\\w*|list\\w* |zähl\\w*|vergleich\\w*|bewert\\w*|beurteil\\w*|benot\\w*|klassifizier\\w*|ordne|sortier\\w*|extrahier\\w*|markier\\w*|finde (?:alle|jede)\\w*|such\\w* alle|erstell\\w*|gib (?:mir )?(?:alle|eine|einen|den text|das|als|nur)|erklär\\w*|beschreib\\w*|entscheide?|bestimm\\w*|ermittl\\w*|analysier\\w*|wandle|verwandle|antworte (?:nur )?mit|beantworte (?:die|diese) (?:mail|e-mail|nachricht)|setz\\w* fort|wiederhol\\w*',
  // French
  'tradui\\w*|corrige\\w*|reformul\\w*|réécri\\w*|récri\\w*|améliore\\w*|résum\\w*|simplifi\\w*|raccourci\\w*|relève\\w*|extrai\\w*|list\\w*|énumère\\w*|compte[rz]? (?:les|le nombre|combien)|compare\\w*|classe\\w*|catégorise\\w*|évalue\\w*|note[rz]?|juge\\w*|vérifie\\w*|analyse\\w*|remplace\\w*|supprime\\w*|anonymise\\w*|rédige\\w*|écri[srvt]\\w*|continue\\w*|transforme\\w*|convertis\\w*|(?:mets|mettez|rends|rendez)[- ](?:le|la|les|ce|en)|identifie\\w*|repère\\w*|trouve\\w* (?:tou|les)\\w*|détermine\\w*|décris|décrivez|explique\\w*',
  // Spanish, Portuguese, Italian
  'traduc\\w*|traduz\\w*|tradur\\w*|corrig\\w*|corrij\\w*|corregi\\w*|corregg\\w*|mejora\\w*|melhor\\w*|miglior\\w*|reescrib\\w*|reescrev\\w*|riscriv\\w*|reformul\\w*|riformul\\w*|resum\\w*|riassum\\w*|simplific\\w*|semplific\\w*|acorta\\w*|encurt\\w*|accorci\\w*|extrae\\w*|extraig\\w*|extrai\\w*|estra[ei]\\w*|enumera\\w*|elenc\\w*|lista\\w*|liste|cuenta|cuente|conta|conte|compar\\w*|confront\\w*|clasific\\w*|classific\\w*|evalú\\w*|evalua\\w*|avali\\w*|valut\\w*|califica\\w*|juzga\\w*|revis\\w*|verific\\w*|comprueb\\w*|controll\\w*|analiz\\w*|analis\\w*|reemplaza\\w*|sustituye\\w*|substitu\\w*|sostitui\\w*|elimina\\w*|anonimiz\\w*|redact\\w*|escrib\\w*|escrev\\w*|scriv\\w*|continúa|continua|transform\\w*|trasform\\w*|convert\\w*|haz(?:lo|me|la)?|hazlo|fai|faça|faz|pon|ponlo|metti|identific\\w*|señala\\w*|encuentra (?:tod|los|las)\\w*|trova (?:tutt|gli|i|le)\\w*|determin\\w*|describ\\w*|descrev\\w*|descriv\\w*|explic\\w*|spieg\\w*',
  // Dutch, Polish, Czech, Swedish, Danish, Norwegian, Turkish
  'vertaal\\w*|verbeter\\w*|corrigeer\\w*|herschrijf\\w*|herformuleer\\w*|samenvat\\w*|vereenvoudig\\w*|verkort\\w*|noem alle|vergelijk\\w*|beoordeel\\w*|classificeer\\w*|controleer\\w*|vervang\\w*|verwijder\\w*|schrijf\\w*|maak\\w*|przetłumacz\\w*|tłumacz\\w*|popraw\\w*|przeredaguj\\w*|przepisz\\w*|streść\\w*|podsumuj\\w*|skróć\\w*|uprość\\w*|wypisz\\w*|wymień\\w*|wyciągnij\\w*|policz\\w*|porównaj\\w*|oceń\\w*|sklasyfikuj\\w*|sprawdź\\w*|zamień\\w*|usuń\\w*|napisz\\w*|zrób\\w*|znajdź wszystkie|określ\\w*|przelož\\w*|přelož\\w*|oprav\\w*|přepiš\\w*|shrň\\w*|zkrať\\w*|vypiš\\w*|spočítej\\w*|porovnej\\w*|zhodnoť\\w*|zkontroluj\\w*|nahraď\\w*|napiš\\w*|översätt\\w*|rätta\\w*|förbättra\\w*|skriv\\w*|sammanfatta\\w*|förkorta\\w*|förenkla\\w*|lista|räkna|jämför\\w*|bedöm\\w*|klassificera\\w*|kontrollera\\w*|ersätt\\w*|oversæt\\w*|oversett\\w*|forbedr\\w*|omskriv\\w*|opsummer\\w*|oppsummer\\w*|forkort\\w*|tæl|tell opp|sammenlign\\w*|vurder\\w*|klassificer\\w*|erstat\\w*|çevir\\w*|tercüme|düzelt\\w*|yeniden yaz\\w*|özetle\\w*|kısalt\\w*|sadeleştir\\w*|listele\\w*|karşılaştır\\w*|değerlendir\\w*|sınıflandır\\w*|kontrol et\\w*|değiştir\\w*|çıkar\\w*',
  // Russian, Ukrainian
  'перевед\\p{L}*|перевест\\p{L}*|исправ\\p{L}*|отредактир\\p{L}*|перепиш\\p{L}*|перефразир\\p{L}*|переформулир\\p{L}*|перескаж\\p{L}*|улучш\\p{L}*|сократ\\p{L}*|упрост\\p{L}*|сделай\\p{L}*|выпиш\\p{L}*|перечисл\\p{L}*|извлек\\p{L}*|найд\\p{L}* все|посчита\\p{L}*|подсчита\\p{L}*|сравн\\p{L}*|оцен\\p{L}*|классифицир\\p{L}*|определ\\p{L}*|провер\\p{L}*|замен\\p{L}*|удал\\p{L}*|напиш\\p{L}*|продолж\\p{L}*|проанализир\\p{L}*|резюмир\\p{L}*|подведи|объясн\\p{L}*|опиш\\p{L}*|преобраз\\p{L}*|переклад\\p{L}*|виправ\\p{L}*|скорот\\p{L}*|випиш\\p{L}*|порівня\\p{L}*|перевір\\p{L}*|підсум\\p{L}*',
].join('|');
const TASK = `(?:${TOLD_TASKS})(?![\\p{L}\\p{M}])`;
const CLAUSE_TASK = new RegExp(`${CLAUSE}${TASK}`, 'iu');
const TOLD_TASK = new RegExp(`(?:${CLAUSE}|${HANDED_OVER})${TASK}`, 'iu');
/** Tasks by what stands in them anywhere. */
const NAMED_TASK = new RegExp(
  [
    `${START}(?:translations? of (?:the|this|it)|translat(?:or|ing) (?:the|this|it|user|text|from|into|to|what)|proofread(?:er|ing)|copy.?editor|editor|translator|moderator|moderation|classifier|annotator|grader|evaluator|reviewer|critic|summari[sz]er|ghostwriter|word[- ]for[- ]word|lektor\\w*|korrektor\\w*|übersetzer\\w*|korrekturles\\w*|zusammenfass\\w*|traduct\\w+|correcteur|corrector|redactor|clasificador|classificatore|traduttore|redattore|vertaler|tłumacz|redaktor|översättare)(?![\\p{L}\\p{M}])`,
    // An answer that is a label: the whole text is judged.
    `${START}(?:answer|reply|respond|output|return|say|write|print|antworte\\w*|respond[ea]|réponds|répondez|rispondi|responda|odpowiedz|отвеч\\p{L}*|ответь\\p{L}*)(?![\\p{L}])[^.\\n]{0,40}?${START}(?:yes or no|yes/no|true or false|(?:only )?(?:yes|true) if|ja oder nein|oui ou non|sí o no|sì o no|sim ou não|tak lub nie|да или нет|one (?:word|label|of)|(?:a|the|one|single) label|a (?:number|score|rating) (?:from|between)|(?:ein|einem) (?:wort|label)|una (?:sola )?(?:etiqueta|palabra)|json)(?![\\p{L}])`,
    '翻译|翻譯|翻訳|訳して|英訳|和訳|改写|改寫|改成|改得|改为|润色|潤色|校对|校對|校正|纠正|修改|总结|總結|概括|摘要|归纳|缩写|扩写|续写|列出|找出所有|提取|抽取|抜き出|取り出|数一数|统计|比较|比較|对比|分类|分類|评价|評価|打分|评分|判断|判定|检查|檢查|确认|分析|替换|置き換|删除|删去|写一|书き直|書き直|書き換|書いて|要約|まとめて|言い換え|直して|添削|リスト|一覧|列挙|数えて|短くして|번역|고쳐|수정해|요약|다시 써|바꿔|나열|추출|비교|평가|분류|세어|검토|ترجم|لخص|صحح|أعد صياغة|استخرج|قارن|صنف|عدّ|अनुवाद|सारांश|सुधार|सूची|แปล|สรุป|แก้ไข|dịch|tóm tắt|sửa|viết lại|terjemahkan|ringkas|perbaiki|tulis ulang',
  ].join('|'),
  'iu',
);
/** The answer is one of a few words in capitals: ALLOW or DENY, "Answer BLOCK if …". */
const LABEL_ANSWER =
  /(?<!\p{L})(?:[Aa]nswer|[Rr]eply|[Rr]espond|[Oo]utput|[Rr]eturn|[Ss]ay|[Ww]rite|[Pp]rint|[Aa]ntworte|[Rr]esponde|[Rr]éponds)(?!\p{L})[^.\n]{0,30}?(?<!\p{L})["'“`]?\p{Lu}{3,}["'”`]?(?:\s+(?:if|or|when|oder|wenn|si|ou|o)\s|\s*[/|]\s*["'“`]?\p{Lu}{2,})/u;
/** A label for "it is not in the text" judges nothing. */
const NOT_THERE =
  /not (?:in|found|contain|mention|given|available|present|stated|known|there|answer)|isn['’]t (?:in|there|mentioned|stated)|do(?:es)? not (?:say|know|contain|mention)|don['’]t know|no answer|unknown|n\/a|nicht (?:im|in|gefunden|enthalten|genannt|bekannt|steht)|weißt du nicht|ne sais pas|no (?:está|aparece|se menciona|sabes)/iu;
/** Questions about a text as a whole: how it reads, what is wrong with it, all that it names, how often, what to do about it. */
const VIEWS = [
  "sentiment|tone|mood|emotions?|attitude|stance|writing style|impression|opinion|do you (?:think|feel|make|suggest|recommend)|would you|categor\\w+|labels?|classif\\w+|topics?|genres?|themes?|spam|toxic\\w*|rude\\w*|insult\\w*|offensive|sarcas\\w+|what (?:has |have |exactly |was |were |is |are )*chang\\w+|differ\\w*|compar\\w*|versus|contradict\\w*|inconsisten\\w*|conflict\\w* with|typos?|mistakes?|grammar\\w*|spelling|wrong|missing|incorrect|improv\\w*|weak\\w*|strengths?|pros and cons|risks?|red flags?|summar\\w*|main (?:idea|point|message|topic)s?|key (?:points?|facts?|takeaways?)|gist|takeaways?|overall|all (?:the|of|these|those)|every|each of|(?:are|is|were|get|gets) (?:mentioned|named|listed|referred)|mentioned|how many (?:times|words|sentences|paragraphs|lines|characters|of (?:the|these|them)|different|\\w+ (?:are|is|were) (?:there|mentioned|named|listed))|what (?:should|shall|do|can|must) (?:i|we)|how (?:should|would|could|can|do) (?:i|we|you|this|it)|(?:what|which) language is|what (?:is|does) (?:this|it|the (?:text|document|letter|mail|email|message|article)) (?:about|mean|say)|about\\s*\\?|intent\\w*|audience|quality|readab\\w+|persua\\w+|convinc\\w+|bias\\w*|likely|probab\\w+|score|rating|what(?:[’']s| is) new|what else|conclu\\w+|infer\\w*|impl(?:y|ies|ied)|authors?|narrator|total|sum|average|median|altogether|combined|which .* (?:more|less|most|least|better|best|worst|cheap\\w*|fewest)|who is (?:right|wrong|to blame|at fault|lying|responsible here)|how (?:satisfied|happy|angry|upset|formal|polite|urgent|serious|positive|negative|good|bad|well|clear|strong|severe|sure|confident|risky|fair)|(?:is|are) (?:right|to blame|at fault)|main arguments?|arguments?|steps|reasons?",
  'stimmung|tonfall|tonlage|stil|eindruck|meinung|hältst du|denkst du|findest du|kategorie\\w*|thema|themen|textsorte|unterschied\\w*|unterscheid\\w*|geändert|verändert|vergleich\\w*|widerspr\\w+|fehler\\w*|falsch|fehlt|fehlen|verbesser\\w*|schwäche\\w*|stärke\\w*|risik\\w*|zusammenfass\\w*|kernaussage\\w*|hauptaussage\\w*|insgesamt|alle[rsnm]?|jede[rsnm]?|erwähnt|genannt|vorkomm\\w*|kommt .{0,40} vor|wie oft|wie viele (?:wörter|sätze|absätze|male|verschiedene)|soll ich|sollen wir|worum geht|wovon handelt|absicht',
  "sentiments?|humeur|style|impression|avis|penses-tu|pensez-vous|catégorie\\w*|thèmes?|sujet|différen\\w*|changé\\w*|compar\\w*|contradict\\w*|incohéren\\w*|fautes?|erreurs?|manque\\w*|améliorer|résumé|idées? principales?|tou[ts]e?s?|chaque|mentionné\\w*|cité\\w*|combien de (?:fois|mots|phrases)|dois-je|devons-nous|de quoi (?:parle|s[’']agit)",
  'sentimiento|tono|estilo|opin\\w+|crees|piensas|categoría\\w*|temas?|diferen\\w*|cambi\\w+|compar\\w*|contradic\\w+|incoheren\\w*|errore?s?|falta\\w*|mejorar|resumen|idea principal|tod[oa]s?|cada|mencion\\w+|se nombra\\w*|aparec\\w+|cuántas veces|cuántas palabras|debo|debemos|de qué (?:trata|habla)|sentimento|erros?|melhorar|resumo|ideia principal|quantas vezes|devo|do que (?:trata|fala)|mudou|tutt[ieoa]|ogni|menzionat\\w+|nominat\\w+|quante volte|quante parole|dovrei|di cosa (?:parla|tratta)|riassunto|cambiat\\w*|errori|manca\\w*|migliorare|contraddi\\w+',
  'verschil\\w*|veranderd|fout\\w*|ontbreekt|verbeteren|samenvatting|alle|elke|genoemd|hoe vaak|hoeveel keer|waar gaat .{0,40} over|nastrój|kategori\\w*|temat\\w*|różni\\w*|zmieni\\w*|błęd\\w*|błąd|brakuje|sprzeczn\\w*|podsumowanie|wszyst\\w+|każd\\w+|wymienion\\w+|ile razy|o czym jest|tón|rozdíl\\w*|chyb\\w*|všech\\w*|kolikrát|skillnad\\w*|ändrat\\w*|saknas|alla|varje|nämns|hur många gånger|handlar .{0,40} om|kaç kez|kaç kere|tüm|bütün|her bir|fark\\w*|hata\\w*|geçiyor',
].join('|');
const VIEW = new RegExp(`${START}(?:${VIEWS})(?![\\p{L}\\p{M}])`, 'iu');
const VIEW_ELSEWHERE =
  /(?<!\p{L})(?:тон|настроени\p{L}*|стил\p{L}*|мнени\p{L}*|думаешь|думаете|считаешь|категори\p{L}*|тем[аые]|отлича\p{L}*|различи\p{L}*|измени\p{L}*|сравн\p{L}*|противореч\p{L}*|ошиб\p{L}*|не хватает|улучш\p{L}*|главн\p{L}+ мысл\p{L}*|все|всех|всё|кажд\p{L}+|упомина\p{L}*|упомянут\p{L}*|сколько раз|сколько слов|о ч[её]м (?:этот|текст)|стоит ли|следует)(?!\p{L})|语气|情绪|情感|感情|态度|风格|看法|觉得|认为|类别|主题|大意|中心思想|区别|不同|变化|改变|矛盾|错误|错别字|缺少|改进|优点|缺点|所有|全部|每[个一]|哪些|几次|多少次|多少[个]?字|应该怎么|怎么回|讲了什么|说了什么|关于什么|印象|雰囲気|口調|気持ち|意見|思いますか|思う|種類|カテゴリ|違い|変わった|変更点|矛盾|間違い|誤り|足りない|改善|全部|すべて|全て|それぞれ|何回|何文字|何と返|どうすれば|主旨|要点|何について|분위기|감정|어조|의견|생각해|차이|변경|모순|오류|틀린|빠진|모든|모두|몇 번|요점|주제|무엇에 관한/iu;
/** Speaks of answering and helping. */
const FOR_ANSWERING =
  /answer|question|assistant|help|chat ?bot|support|knowledge|frage|antwort|hilf|assistent|répon[ds]|aide|pregunta|respond|respuesta|asistente|ayuda|domand|rispo|assistente|aiut|pergunta|resposta|ajud|vraag|antwoord|pytan|odpowi|pomo[cż]|otázk|odpov|fråg|svar|hjälp|hjælp|hjelp|spørg|spør|soru|cevap|yardım|вопрос|ответ|отвеч|помо[гщ]|питан|відпов|问题|問題|回答|帮助|助手|質問|アシスタント|助け|질문|답변|도우미|도와|سؤال|أجب|مساعد|प्रश्न|उत्तर/iu;
const SMALL_TALK =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|thanks?|thank you|thx|ok(?:ay)?|yes|no|sure|great|cool|continue|go on|hallo|guten (?:tag|morgen|abend)|danke|ja|nein|weiter|hola|buenos días|buenas (?:tardes|noches)|gracias|sí|bonjour|salut|merci|oui|ciao|buongiorno|grazie|olá|obrigad[oa]|привет|здравствуйте|спасибо|да|нет|你好|您好|谢谢|好的|こんにちは|ありがとう|안녕하세요|감사합니다|مرحبا)(?:[\s,]+(?:there|all|again|everyone|you|very much|zusammen|vielmals))*[\s!.,。！~]*$/iu;
const MAX_SMALL_TALK_CHARACTERS = 80;

/** True for a task that half of a text would be half an answer to: transforming, extracting, judging, counting, comparing. */
export function needsWholeText(task: string): boolean {
  if (TOLD_TASK.test(task) || NAMED_TASK.test(task)) return true;
  return LABEL_ANSWER.test(task) && !NOT_THERE.test(task);
}

/** True when a question is told with such a task beside it: "Who signed, and translate the rest". */
export function hasTaskBeside(question: string): boolean {
  return CLAUSE_TASK.test(question) || NAMED_TASK.test(question);
}

/** True for a question about a text as a whole: its tone, its faults, all that it names. */
export function asksAView(question: string): boolean {
  return VIEW.test(question) || VIEW_ELSEWHERE.test(question);
}

/** True for a system prompt under which people ask questions: of an assistant, a help desk, "answer from the context". */
export function isForAnswering(instructions: string): boolean {
  return FOR_ANSWERING.test(instructions);
}

/** True for greetings, thanks and the like: they ask nothing of a document. */
export function isSmallTalk(text: string): boolean {
  return text.length <= MAX_SMALL_TALK_CHARACTERS && SMALL_TALK.test(text);
}
