import type { Token } from './tokens.js';
import { WordLexicon } from './word-lexicon.js';

/**
 * Words that mark a task of a program, in the languages most requests come in: what is to be done with an input, how the
 * answer must look, and what points to the input. One of them alone says little, two kinds together a lot.
 */
const WORDS = {
  action: `classif* categor* label tag annotat* assign determine identify detect decide judge assess estimate extract parse return output
    print summari* condense shorten translate translat* rewrite rephrase paraphrase reword convert transform normali* correct proofread
    replace count rate score rank list give name write generate fill map match answer respond reply route triage moderate sort mark anonymi* simplify evaluate check
    compare choose select pick predict infer find read describe state reverse capitalize turn make redact complete draft compose provide
    klassifizier* kategorisier* ordne bestimm* erkenn* entscheid* extrahier* fass fasse übersetz* übertrag* formulier* korrigier* wandle gib
    nenne bewert* liste zähle prüf* antwort* schreib* ermittl* ersetz* kürze
    clasific* determin* identific* detect* extrae* extraer traduc* tradúc* resum* reescrib* corrige* corrij* convierte conviert* devuelv* indica
    asigna* genera evalúa lista enumera responde cuenta reemplaza etiquet*
    classe classez classifie* catégoris* traduis* traduire résum* extrais* extray* réécri* reformul* corrig* convert* indique* renvoie renvoyez
    retourne détermin* identifi* détect* évalu* attribue* réponds répondez liste donne rédige génère compte
    classific* traduci* tradurre riassum* estrai* estrarre riscriv* corregg* restitui* indic* individu* valut* assegn* rispond* genera elenca
    classifiqu* traduz* resuma resum* extrai* extraia reescrev* corrij* devolva retorne indique identifique determine avalie atribua responda
    zařaď přelož* shrň urči* vypiš vrať extrahuj* oprav* přepiš* odpověz* klasifik* rozpoznej převeď vyber ohodnoť
    zaraď prelož* zhrň vráť przetłumacz* sklasyfik* streść określ* wypisz zwróć wyodrębn* popraw* przepisz* odpowiedz* oceń przypisz wskaż podaj
    переведи* перевод* классифиц* определи* извлек* верни* выведи* сократи* резюмируй* изложи исправь* перепиши* перефраз* ответь* отнеси
    оцени* укажи* выдели* перечисли* преобразуй* назови* переклад* визнач* класифік* поверни* витягн* виправ*
    översätt* klassificera sammanfatta svara rätta extrahera ange oversæt* klassificer* oversett* klassifiser* sammenfatt* returner* vertaal*
    classificeer* vat samenvat* geef extraheer* herschrijf* antwoord* bepaal* çevir* sınıflandır* özetle* belirle* çıkar düzelt* döndür*
    käännä luokittele tiivistä palauta fordítsd osztályozd foglald traduce clasifică rezumă returnează ταξινόμησε μετάφρασε σύνοψισε
    صنف صنّف ترجم لخص لخّص استخرج حدد أجب वर्गीकृत अनुवाद निकालें terjemahkan klasifikasikan ringkas phân dịch tóm trích
    分类 归类 翻译 判断 识别 提取 抽取 概括 总结 摘要 改写 润色 输出 返回 回答 转换 标注 生成 列出 评估 统计 纠正 分類 翻訳 判定 抽出 要約 出力 返して 返す 回答
    識別 変換 書き換え 訂正 列挙 生成 분류 번역 요약 추출 출력 판단 판별 변환 답하 답변 교정`,
  constraint: `only just nothing solely exactly exclusively json csv xml yaml markdown boolean single one-word preamble explanation
    explain explanations iso comma semicolons comma-separated yes/no true/false digit null none label labels category categories class
    classes intents options format schema keys key words sentences word sentence characters integer lowercase most verdict unchanged
    nur ausschließlich höchstens lediglich wort klasse kategorie format einem maximal satz
    solo sólo únicamente solamente palabra categoría categorías etiqueta etiquetas formato máximo frase una
    uniquement seulement seule que rien mot catégorie catégories étiquette format phrase maximum commentaire
    soltanto solamente parola categoria categorie massimo apenas somente palavra classe categoria
    pouze jen jedním slovem slovo kategorie kategorii větou jedna jedno tylko wyłącznie jedno jednym słowem kategorię kategorii zdaniu kategoria
    только лишь одним словом слово слов категори* одну предложением формате json лише тільки одним категорі*
    endast bara ord kategori mening kun kategorien alleen uitsluitend woord categorie zin yalnızca sadece tek kelime kelimeyle kategori cümle*
    vain csak doar numai μόνο λέξη فقط واحدة केवल hanya chỉ
    只 仅 不要解释 类别 标签 一个词 一句话 格式 不超过 のみ だけ 一語 一文 ラベル 形式 以内 만 한 단어 한 문장 형식 라벨`,
  pointer: `following below above given input text texts sentence sentences review reviews message messages email e-mail mail document documents
    passage passages paragraph article articles question query title utterance ticket transcript description source tweet comment comments tickets
    headline snippet conversation dialogue context premise hypothesis statement claim record log user content post story facts
    folgende* nachstehend* obige* eingabe text texte* satz bewertung nachricht e-mail absatz artikel anfrage beitrag klausel
    siguiente* anterior entrada texto reseña mensaje oración consulta correo artículo
    suivant* ci-dessous texte phrase message avis entrée courriel article
    seguente* testo frase recensione messaggio seguinte* abaixo avaliação mensagem
    následující* text textu textem zpráv* věta větu vstup recenz* zboží poniższ* następując* tekst* wiadomość wiadomości zdanie opini* wejściow*
    следующ* ниже текст* сообщени* отзыв* предложени* обращени* ввод входн* письм* утверждени* повідомленн*
    följande text* meddelande* mening* recension* følgende tekst* melding* besked* bericht* volgende aşağıdaki metin metni mesaj* yorum*
    teksti viesti szöveg* üzenet textul mesajul κείμενο μήνυμα النص الرسالة पाठ संदेश teks berikut văn tin
    下面 以下 下列 文本 句子 内容 消息 评论 邮件 文章 上述 输入 次の テキスト 文章 メッセージ 文を 入力 レビュー 記事 다음 텍스트 메시지 문장 글을 리뷰 입력`,
  slot: `request inquiry note notes product item case report clause data example customer call phrase line value abstract job resume dialog
    chat idea answer question query code diff function table caption lead name bio profile page scene
    anfrage kunde fall bericht klausel produkt artikel daten beispiel notiz frage name
    demande produit clause client fiche données exemple note solicitud producto cláusula cliente datos ejemplo nota pregunta
    richiesta prodotto clausola dati esempio domanda pedido produto dados exemplo pergunta dotaz zboží produkt údaje příklad
    zapytanie dane przykład pytanie запрос товар данные пример вопрос клиент запит fråga exempel vraag voorbeeld soru ürün veri örnek
    商品 问题 请求 数据 用户 客户 例子 質問 商品 データ 顧客 例 質問 리뷰 질문 상품 데이터 고객`,
  persona: `assistant assistants chatbot bot companion tutor coach agent agents concierge helpdesk friend friendly help helps helpful assist customers guests
    visitors players character persona pirate engineer developer programming assistent* hilf* kunden freundlich* asistente ayuda* amable clientes aide*
    aimable clients assistente aiuta* clienti ajuda* behulpzaam klanten помощник* помогай ассистент* клиент* покупател* asystent* pomocn* pomoc klient*
    asistent* pomáh* zákazník* asistan* yardımcı 助手 客服 友好 乐于 扮演 教练 朋友 アシスタント 親切 案内係 お客様 도우미 비서 친절`,
  address: `you your du dein* tu tus ton eres sei você jsi jesteś ты твой sen jij 你 あなた`,
} as const;

export const ACTION = 1;
export const CONSTRAINT = 2;
export const POINTER = 4;
/** Names of inputs that are common words besides: they count in labels only. */
export const SLOT = 8;
/** Somebody whom people talk with, and being spoken to: both speak against a bare task in a system prompt. */
export const PERSONA = 16;
export const ADDRESS = 32;

const lexicon = new WordLexicon(WORDS);

/** The kinds of task words among the tokens, a bit each: `ACTION`, `CONSTRAINT`, `POINTER`, `SLOT`, `PERSONA`, `ADDRESS`. */
export function taskWordsOf(tokens: readonly Token[]): number {
  let kinds = 0;
  for (const token of tokens) kinds |= lexicon.classesOf(token);
  return kinds;
}
