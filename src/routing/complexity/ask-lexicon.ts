import { WordLexicon, type WordClasses } from '../../lib/words/word-lexicon.js';

/**
 * Words that tell what an ask wants, in the languages most requests come in. A stem ends in `*` and stands for every word that
 * begins with it. Languages that are not here are judged by structure and letters.
 */
const WORDS = {
  proof: `prove proof proves disprove theorem lemma corollary induction derive derivation beweis* widerleg* herleit*
    demuestr* demostr* teorema démontr* prouve* théorème dimostr* provar demonstre bewijs* stelling докаж* доказ* теорем* выведи
    udowodn* dowód twierdzeni* kanıtla* ispatla* bevisa bevis dokaž* dokážeme sporem wykaż udowodnij доведи bizonyít* todista* demonstrați buktikan chứng أثبت برهن सिद्ध påvisa
    доведіть dokažte dokážte dokáž* dokaži dokažite igazold bizonyítsd αποδείξτε αποδείξετε αποδείξε הוכח הוכיחו ثابت pruebe pruébese godtgør godtgjør 示せ 示しなさい 보이시오 보여라 증명하 证明 證明 定理 推导 証明 示せ 증명 보이시오 보여라`,
  math: `integral integrals derivative equation equations polynomial matrix matrices eigenvalue* eigenvector* determinant modulo divisor
    divisible divisibility prime primes integer integers coefficient* probability variance expectation theorem group groups ring field
    isomorphi* homomorphi* subgroup* abelian finite infinite convergen* limit function functions sequence series vector vectors
    irrational* rational* estimator* likelihood distribution* unbiased variance gaussian poisson markov bayes* asymptot* recurrence*
    combinator* permutation* bijecti* injecti* surjecti* continuous differentiable compact metric topolog* bounded cardinality logarithm* sine cosine tangent triangle radius circumference polygon median regression gleichung* wahrscheinlichkeit*
    primzahl* ganze ganzzahl* summe stetig* funktionen ableitung menge mengen graph graphen knoten ecuaci* probabilidad* entero enteros primo primos finito grupo función continua raíz conjunto équation* probabilité* entier* premiers ensemble suite continue dérivée equazion* probabilità
    equaç* probabilidade* inteiro* vergelijking* kans уравнени* вероятност* функци* множеств* дерев* вершин* последовательност* простых простые интеграл* матриц* równani* liczb* całk*
    denklem* olasılık* asal ekvation* 根号 有理数 无理数 数列 极限 导数 不等式 向量 集合 三角形 方程 概率 积分 質数 素数 矩阵 整数 函数 関数 確率 방정식 확률 소수`,
  compute: `calculate compute evaluate solve simplify factor optimize optimise minimize maximise maximize minimise estimate berechne*
    löse bestimme calcul* resuelv* resolver résou* résoud* calcol* risolv* calcule resolva bereken los вычисли* реши решите посчитай*
    рассчитай* найдите oblicz* rozwiąż* hesapla* çöz beräkna lös 计算 求解 求出 計算 解け 求めよ 계산 풀어`,
  quantity: `many much total altogether remaining left each every per twice thrice half third quarter double triple times percent
    percentage average sum difference more less fewer cost costs price sells buys earns spends pays hours minutes days weeks months
    miles pounds dollars cents gallons ounces insgesamt jeder jede jedes doppelt hälfte prozent kostet euro stunden minuten viele
    cuánt* cada doble mitad precio cuesta horas minutos combien chaque moitié coûte heures minutes totale quanti quante ciascuno
    metà costa quantos quantas metade hoeveel elk helft kost uur сколько каждый каждая каждые вдвое половин* стоит часов минут всего
    ile każdy połow* kosztuje godzin kaç her yarısı saat hur många varje hälften 多少 几个 每 一共 小时 いくつ 何個 合計 時間 몇 모두 시간`,
  relation: `twice half halves third thirds quarter quarters fourth fifth fifths tenth times thrice double triple quadruple fewer than
    rest average ratio proportion halb halbe hälfte drittel viertel doppelt dreimal mal verhältnis durchschnitt doble triple mitad tercio
    tercera cuarto veces promedio proporción moitié tiers quart fois moyenne rapport metà terzo volte media rapporto metade terço vezes
    média razão helft derde keer gemiddeld* половин* вдвое втрое трет* раза раз средн* отношени* połow* trzeci* razy średni* yarısı
    katı üçte ortalama hälften dubbelt tredjedel gånger 倍 一半 平均 比例 半分 평균 절반`,
  design: `algorithm algorithms architecture architect distributed concurrent concurrency scalable scalability fault-tolerant consensus
    replication consistency latency throughput complexity lock-free deadlock protocol compiler parser scheduler optimal optimality
    trade-offs tradeoffs constraints algorithmus algorithmen verteilte* nebenläufig* architektur komplexität algoritmo* arquitectura
    distribuido* concurren* algorithme* réparti* distribué* algoritmi architettura arquitetura distribuíd* algoritme* gedistribueerd*
    алгоритм* распредел* архитектур* сложност* параллельн* algorytm* rozproszon* złożonoś* algoritma* dağıtık karmaşıklık algoritm*
    算法 分布式 复杂度 并发 架构 アルゴリズム 分散 計算量 알고리즘 분산 복잡도`,
  debug: `debug bug bugs race deadlocks leak leaks segfault crash crashes stack trace traceback exception undefined corrupts corrupted
    intermittently nondeterministic flaky hangs stale overflow blocked leaks goroutine* mutex lock locks memory heap timeout timeouts retries fix fixes fehler stürzt absturz speicherleck wettlauf depura* fallo errores fuga
    débogue* fuite plante erreur debugga errore depure vazamento fout geheugenlek отладь* ошибк* утечк* падает гонк* błąd wyciek hata
    sızıntı minnesläcka 调试 内存泄漏 崩溃 死锁 竞态 デバッグ メモリリーク 競合 디버그 누수`,
  code: `function python java javascript typescript rust golang sql query code program script class method array string list tuple
    dictionary implement implementation regex recursive recursion return input output programm funktion funktionen skript código
    función programa fonction programme codice funzione função programma код функци* программ* запрос kod funkcj* program fonksiyon
    代码 函数 程序 实现 コード 関数 プログラム 実装 코드 함수`,
  constraint: `must exactly without only least most ensure guarantee satisfy satisfies satisfying subject except never always neither
    unless distinct constraint muss müssen genau ohne mindestens höchstens darf dürfen außer debe deben exactamente sin menos máximo
    salvo doit doivent exactement sans moins plus deve devono esattamente senza almeno exatamente sem pelo minimo moet precies zonder
    minstens должен должны должно ровно без минимум максимум musi muszą dokładnie bez najmniej najwyżej tam olarak en az zorunda
    måste exakt utan minst 必须 恰好 至少 至多 不得 不能 必ず ちょうど 少なくとも 以下 以上 반드시 정확히 적어도`,
  condition: `if suppose given assume assuming let consider when whenever iff unless then therefore hence angenommen gegeben sei seien
    wenn falls dann supón suponga dado dada sea sean si entonces supposons soit soient étant sia siano supponi dato allora suponha
    seja sejam se então stel gegeven als dan пусть если дано предположим тогда niech jeśli dane załóżmy wtedy eğer verilen ise olsun
    låt anta givet om 如果 假设 设 已知 もし とする 仮定 만약 라고`,
  negation: `not no never none neither nor except false incorrect cannot isn't doesn't don't least nicht kein keine keiner falsch nunca
    ningún ninguna excepto falso pas jamais aucun aucune sauf faux non mai nessun* tranne não nenhum* niet geen onjuist не нет никогда
    ни кроме неверно nie żaden oprócz değil hiçbir inte ingen 不 没有 除了 ない 以外 아닌`,
  explain: `why explain compare contrast analyze analyse discuss critique assess justify implications warum erkläre erklär* vergleich*
    analysier* por qué explica* compara* analiza* pourquoi expliqu* compar* analys* perché spieg* confront* analizz* explique analise
    waarom leg uit vergelijk почему объясни* сравни* проанализируй* dlaczego wyjaśnij porównaj neden açıkla karşılaştır varför
    förklara jämför 为什么 解释 比较 分析 なぜ 説明 比較 왜 설명 비교`,
  creative: `story poem haiku song lyrics joke slogan tagline email letter blog essay tweet caption invitation toast birthday name names
    character dialogue scene roleplay pretend persona imagine gedicht geschichte witz lied brief glückwunsch poema cuento chiste
    canción carta correo poème histoire blague chanson lettre poesia storia barzelletta canzone lettera piada carta gedicht verhaal
    grap стих* рассказ* истори* шутк* песн* письмо поздравлен* wiersz opowiad* żart list şiir hikaye şaka mektup dikt berättelse
    skämt 诗 故事 笑话 邮件 信 詩 物語 冗談 メール 시 이야기 농담`,
  transform: `summarize summarise summary translate translation rewrite rephrase paraphrase proofread grammar correct shorten format
    convert extract list classify label fasse zusammenfass* übersetz* formuliere korrigier* kürze resum* traduc* reescrib* corrig*
    résum* tradui* reformul* riassum* traduci riscriv* corregg* traduz* reescrev* vat samen vertaal herschrijf переведи* перевод*
    перефразируй* сократи исправь кратко summar* przetłumacz streść popraw özetle çevir düzelt sammanfatta översätt rätta 总结 翻译
    改写 润色 概括 要約 翻訳 書き換え 요약 번역 categor* sentiment detect identify tag annotat* replace normali* kategorisier* extrahier* erkenn* clasific* extra* detect*
    identif* classe classez classifie* classific* estrai* traduc* přelož* shrň urči* vypiš zařaď klasifik* sklasyfik* wyodrębn* określ* классифиц* определи* извлек*
    резюмируй* отнеси klassificer* classificeer* sınıflandır* ترجم صنف صنّف लिखें terjemahkan klasifikasikan ringkas 分类 识别 提取 判断 抽取 输出 语言 分類 抽出 判定 出力 言語 분류 추출
    출력`,
  social: `hi hello hey thanks thank thx bye goodbye please sorry great cool ok okay yes yeah nice lol morning evening night welcome hallo
    danke tschüss guten hola gracias adiós buenos buenas bonjour salut merci bonsoir ciao grazie buongiorno olá oi obrigado obrigada
    tchau bedankt dag doei привет здравствуйте спасибо пока cześć dzięki merhaba selam teşekkürler sağol hej tack 你好 您好 谢谢 再见
    早上好 こんにちは ありがとう おはよう 안녕 감사 고마워`,
  factoid: `what who when where which whose capital name named born president located wer wann wo welche welcher welches hauptstadt heißt
    quién cuándo dónde cuál capital qui quand où quel quelle capitale chi quando dove quale quem onde qual wie wanneer waar welke
    hoofdstad кто когда где какой какая столиц* kto kiedy gdzie który stolic* kim nerede hangi başkent vem när var vilken huvudstad
    谁 哪里 什么时候 首都 哪个 誰 いつ どこ 首都 누구 언제 어디 수도`,
  knowledge: `disease patient treatment symptoms history law court legal defendant plaintiff contract liability diagnosis therapy cell
    cells protein gene enzyme blood theory economic economy policy political philosophy society culture marketing company market
    psychology behavior species energy force velocity acceleration mass charge electric voltage current magnetic reaction molecule
    acid bond electron`,
  law: `clause* contract* liabil* enforceab* statute* jurisdiction* indemni* plaintiff* defendant* court courts arbitrat* warrant* breach* negligence trustee* tenant*
    litigat* shareholder* fiduciary tort counsel klausel* vertrag* wirksamkeit gutacht* haftung* rücktritt* anspruch* agb beweislast contrat* validité juridique salarié
    contrato* cláusula* nulidad abusiva contratto clausol* cláusul* договор* оговорк* ответственност* суде судом иск smlouv* smluvní* umow* klauzul* sözleşme* avtal* 合同 条款
    法律 举证 请求权 契約 条項 解除 계약 조항`,
  clinical: `patient* diagnos* differential* syndrome* haemorrhag* hemorrhag* anticoag* contraindicat* symptom* dyspn* tachycard* sepsis renal platelet* metformin warfarin apixaban
    amiodarone pathophysiolog* prognos* ecg mri therap* patientin* differenzialdiagnos* ikterus dyspnée clinique síntoma* diagnóstico* clínico paciente* paziente* пациент* диагноз*
    患者 诊断 鉴别 病例 鑑別 診断 意識障害 환자 진단`,
  reasoning: `paradox* dilemma* reconcil* refut* resolve* defend* counterargument* objection* ambigu* implication* strategy weigh* infer* consistent inconsisten* valid*
    rigor* precise* root critique* knights knaves liar riddle* puzzle* logical prämiss* widerspr* widerspruch begründe* erörter* prémisse* paradoj* argumenta* razona* raisonn* justifi* обоснуй*
    парадокс* противореч* zdůvodn* uzasadni* gerekçelendir* 悖论 辩护 论证 推理 矛盾 逻辑 述べよ 論じ 推論 矛盾 역설 논증`,
  form: `verse stanza* quatrain* couplet* tercet* hexameter tetrameter trochä* ghazal ottava rondeau décasyllab* terzin* endecasillab* ballade* rhyme rhymed
    sonnet* villanelle* sestina* acrostic* palindrom* lipogram* pantoum* iambic pentameter alexandrin* refrain* metre sonett* jamben fünfhebig* akrosti* soneto* endecasílab* acróstico*
    сонет* рифмовк* акростих* ямб* 七律 平仄 藏头 对仗 俳句 短歌 소네트`,
  counting: `ways arrangements arrange* combinations subsets necklaces distributed seatings surjections paths arten façons manières anagrammes maneras maneiras способами
    способов způsoby způsobů sposobów sposobami yolla sätt manieren 多少种 放法 排法 何通り 通りある 방법의 경우의`,
} as const;

export type AskWordClass = keyof typeof WORDS;

export const ASK_WORD_CLASSES = Object.keys(WORDS) as readonly AskWordClass[];

const lexicon = new WordLexicon(WORDS);

/** The classes of a lower-case word, a bit each in the order of `ASK_WORD_CLASSES`. */
export function askClassesOf(word: string): WordClasses {
  return lexicon.classesOf(word);
}
