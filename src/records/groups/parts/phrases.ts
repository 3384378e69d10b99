import { tokenize } from '../../../lib/words/tokens.js';
import { WordLexicon } from '../../../lib/words/word-lexicon.js';

/** What strangers begin and end messages with, and what says where a message comes from. */
const WORDS = new WordLexicon({
  phrase: `hi hello hey ahoy dear greetings morning evening afternoon thanks thank thx cheers regards sincerely yours faithfully wishes respectfully cordially ps
    sent submitted forwarded received imported posted created reported recorded delivered confidential unsubscribe signature
    hallo moin servus morgen abend liebe lieber geehrte geehrter geehrten guten grüße grüßen gruß danke dank vielen gesendet weitergeleitet eingegangen vertraulich
    bonjour bonsoir salut cher chère madame monsieur bonne merci cordialement salutations envoyé transféré reçu confidentiel
    hola buenos buenas estimado estimada querido querida gracias saludos saludo atentamente enviado reenviado recibido confidencial
    olá bom caro cara prezado prezada obrigado obrigada cumprimentos atenciosamente encaminhado recebido
    ciao buongiorno gentile gentili grazie saluti cordiali inviato inoltrato ricevuto
    dzień dobry witam szanowni drogi dziękuję dzięki pozdrawiam pozdrowieniami wysłano wysłane przesłano otrzymano
    dobrý ahoj vážený vážená děkuji díky pozdravem pozdravy odesláno přeposláno přijato
    здравствуйте привет добрый уважаемые уважаемый спасибо уважением отправлено переслано получено здравейте дякую вітаю
    hoi beste geachte bedankt groet groeten verzonden doorgestuurd ontvangen hej hejsan tack hälsningar skickat hilsen sendt takk
    merhaba selam sayın teşekkürler saygılarımla gönderildi iletildi
    مرحبا السلام شكرا تحية नमस्ते धन्यवाद 您好 你好 谢谢 此致 敬上 こんにちは お世話 ありがとう よろしく 敬具 안녕 감사 드림`,
});
const READ = 4;

/** Whether a line is one of the phrases that come back whatever is asked for. */
export function isStockPhrase(line: string): boolean {
  return tokenize(line, READ).some((token) => WORDS.classesOf(token) !== 0);
}
