import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../../wire/openai/chat-view.js';
import { readChatView, viewOfTask } from '../../wire/openai/read-chat-view.js';
import { DEFAULT_THRESHOLD, scoreComplexity } from './score-complexity.js';

const EASY: readonly string[] = [
  'hi',
  'Hello! How is your day going?',
  'thanks, perfect',
  "what's the capital of France?",
  'Who painted the Mona Lisa?',
  'How many days are there in a week?',
  'Write a haiku about snow',
  'Tell me a bedtime story about a fox.',
  'Can you suggest a name for my sailing boat?',
  'Translate "good luck" into German.',
  'Please correct the spelling: I recieved you mesage.',
  'Is this comment friendly or rude? "Nice work, see you on Monday!"',
  'what can I make with leftover rice',
  'How do I print a list in Python?',
  'Guten Abend!',
  'Was ist die Hauptstadt von Spanien?',
  'Schreibe eine kurze Einladung zum Grillfest.',
  '¿Quién escribió Cien años de soledad?',
  'Muchas gracias por la ayuda',
  'Quelle heure est-il à Tokyo ?',
  'Ciao! Come va?',
  'Какая самая длинная река в мире?',
  'Спасибо, всё понятно',
  '你好,请问今天星期几?',
  'おはようございます',
  '고마워요',
];

const HARD: readonly string[] = [
  'Prove that there are infinitely many primes of the form 4k+3.',
  'Let f be a continuous function on [0, 1] with f(0) = f(1). Show that for every n there is x with f(x) = f(x + 1/n).',
  'Find the number of ways to tile a 3 x 12 board with dominoes, and derive the recurrence.',
  'A cyclist rides 36 km at 18 km/h, rests for a quarter of the riding time, then returns twice as fast for half of the way and walks the rest at 5 km/h. How long does the whole trip take?',
  'Maria has three times as many stamps as Paul. After she gives him 24, she has half as many more than he has. How many stamps did each have at first?',
  'Design an algorithm that maintains the median of a sliding window in O(log n) per step and prove its running time.',
  'Implement a wait-free single-producer ring buffer in Rust and justify each memory ordering.',
  'Our Go service leaks goroutines only under load: the stack trace shows them blocked on a channel send after the context was cancelled. Find the race and propose a fix that keeps the ordering of results.',
  'Plan seating for 9 guests at 3 tables: A and B must sit together, C never with D, each table needs exactly one speaker of French, E only at table 2, and no table may hold more than 2 of the family. Give all solutions.',
  'Derive the maximum likelihood estimator of a shifted exponential distribution and determine whether it is unbiased.',
  'Evaluate the integral of x^2 e^(-x^2) over the real line and justify exchanging limit and integral.',
  'Beweise, dass die Summe zweier irrationaler Zahlen rational sein kann, und charakterisiere alle solchen Paare.',
  'Demuestra que todo grupo de orden primo es cíclico y calcula el número de sus generadores.',
  "Démontre que l'ensemble des nombres premiers est infini, puis estime la densité des entiers sans facteur carré.",
  'Докажи, что любое дерево с n вершинами имеет n − 1 ребро, и выведи отсюда критерий связности.',
  '证明根号2是无理数,并推广到所有素数。',
];

/** Hard without a number or "prove", counted cases, proofs in more languages. */
const HARD_OF_OTHER_KINDS: readonly string[] = [
  'May a landlord rely on a no-waiver clause after accepting late rent for two years? Argue both sides and name the remedies.',
  'Assess whether the arbitration clause binds a guarantor who never signed it, and reconcile the opposing authorities.',
  'A man with cirrhosis is confused, has a fever and a swollen abdomen. Give the differential, the first test and what must not be given.',
  'Resolve the paradox of the heap without changing logic, and answer the objection of higher-order vagueness.',
  'Write a sonnet in strict iambic pentameter whose initial letters spell a name and whose couplet refutes the octave.',
  'How many ways can nine books be arranged on a shelf so that three given ones are never side by side?',
  '소수가 무한히 많음을 증명하시오.',
  '素数が無限に存在することを証明せよ。',
  'Herhangi iki rasyonel sayının toplamının rasyonel olduğunu kanıtlayın.',
  'Bewijs dat de wortel van twee irrationaal is.',
  'أثبت أن الجذر التربيعي لاثنين عدد غير نسبي.',
  'Bevisa att roten ur två är irrationell.',
  'Dokažte, že odmocnina ze dvou je iracionální.',
];

/** Easy tasks of programs that name formats, keys and codes. */
const FORMATTED: readonly string[] = [
  'You are an expert annotator. Is the text about food? Answer for each text.\nOutput format: JSON with keys "label" (string), "score" (0-1), "reason" (string).\n\nText: We had soup.',
  'Return JSON {"answer": string}.\n\nQuestion: What colour is grass?',
  'Detect the currency, output the ISO code only: "It costs 30 €"',
  'Extract the sender as JSON: {"name": string, "email": string | null}\n\nMail: Hi, Tom here.',
  'Classify the review. Respond with {"stars": 1-5, "reasons": [string]} and nothing else.\n\nReview: fine',
  'Premise: A man walks his dog in the rain.\nHypothesis: Someone is outside.\nLabel (entailment, neutral, contradiction):',
  'Given the premise "A child reads.", is the hypothesis "A child sleeps." entailed, contradicted or neutral?',
  'Assign a body system to the diagnosis. Only the system.\n\nfracture of the left wrist',
  'Which clause type is this (termination, liability, payment, other)?\n\nClause: Invoices are due within 14 days.',
  'Gib die Sprache als ISO-639-1-Code zurück, nur den Code.\n\nText: Bonjour',
];

describe('complexity of an ask', () => {
  it.each(EASY)('is below the threshold for %s', (ask) => {
    expect(scoreComplexity(viewOfTask(ask)).complexity).toBeLessThan(DEFAULT_THRESHOLD);
  });

  it.each(FORMATTED)('is not raised by the form of the answer: %s', (ask) => {
    expect(scoreComplexity(viewOfTask(ask), 'machine').complexity).toBeLessThan(DEFAULT_THRESHOLD);
  });

  it.each(HARD_OF_OTHER_KINDS)('is above the threshold for %s', (ask) => {
    expect(scoreComplexity(viewOfTask(ask)).complexity).toBeGreaterThan(DEFAULT_THRESHOLD);
  });

  it.each([
    'Classify the message as question or complaint. Answer with one word.\n\nMessage: {}',
    'Translate the text into French. Output only the translation.\n\n{}',
    'Prove the statement step by step and name each assumption.\n\nStatement: {}',
  ])('is the same whatever the data of a template: %s', (template) => {
    const scores = [
      'The sun is warm.',
      'Prove that there are infinitely many primes p with p = 3 (mod 4).',
      'def f(x):\n    return {"a": x ** 2}',
      'a = 4.5, b = 17, c = 93 % of 4,000',
      'Under section 9 the tenant may withhold rent unless the landlord cures the breach.',
    ].map((data) => scoreComplexity(viewOfTask(template.replace('{}', () => data)), 'machine').complexity);
    expect(new Set(scores).size).toBe(1);
  });

  it('reads the options of an exam, and code that is the exercise', () => {
    const stem = 'Which statement about the following circuit is correct?';
    const exam = (option: string) =>
      scoreComplexity(viewOfTask(`${stem}\nA. ${option}\nB. It is ${option}\nC. none\nD. all\nAnswer:`))
        .complexity;
    expect(exam('red')).not.toBe(exam('The impedance at 50 Hz exceeds 4.7 kΩ by 12 %.'));
    const code = (body: string) =>
      scoreComplexity(viewOfTask(`def f(x):\n    \"\"\"Return the given list. ${body}\"\"\"\n`)).complexity;
    expect(code('sorted')).not.toBe(
      code('with the longest strictly increasing subsequence removed, in O(n log n)'),
    );
  });

  it('is that of the system prompt where it is the instruction', () => {
    const system = { role: 'system', content: 'Classify the text as spam or ham. Output the label only.' };
    const scores = ['hi there', HARD[0], HARD[6]].map(
      (content) =>
        scoreComplexity(viewOf({ messages: [system, { role: 'user', content }] }), 'machine').complexity,
    );
    expect(new Set(scores).size).toBe(1);
    expect(scores[0]).toBeLessThan(DEFAULT_THRESHOLD);
  });

  it.each(HARD)('is above the threshold for %s', (ask) => {
    expect(scoreComplexity(viewOfTask(ask)).complexity).toBeGreaterThan(DEFAULT_THRESHOLD);
  });

  it.each(['hi', 'thanks', "what's the capital of France?", 'hola', 'привет'])(
    'is far below the threshold for %s',
    (ask) => {
      expect(scoreComplexity(viewOfTask(ask)).complexity).toBeLessThan(DEFAULT_THRESHOLD / 2);
    },
  );

  it('is that of the last human ask, whatever stands around it', () => {
    const ask = { role: 'user', content: 'What is the capital of Italy?' };
    const alone = scoreComplexity(viewOf({ messages: [ask] }));
    const harnessed = scoreComplexity(
      viewOf({
        messages: [
          { role: 'system', content: 'You prove theorems and design distributed algorithms. '.repeat(60) },
          { role: 'user', content: HARD[0] },
          { role: 'assistant', content: 'Suppose there were finitely many.' },
          {
            role: 'user',
            content: `<system-reminder>Debug the race, prove it.</system-reminder>\n${ask.content}`,
          },
        ],
        tools: [{ type: 'function', function: { name: 'run_tests' } }],
      }),
    );
    expect(harnessed).toEqual(alone);
  });

  it('is not high for a long document to summarize', () => {
    const sentence = 'The council met on Tuesday and agreed to open the park earlier in spring. ';
    const view = viewOfTask(`Summarize this report.\n\n${sentence.repeat(300)}`);
    expect(scoreComplexity(view).complexity).toBeLessThan(DEFAULT_THRESHOLD);
  });

  it('says why, in at most three reasons', () => {
    expect(scoreComplexity(viewOfTask(HARD[0] ?? '')).reasons).toContain('asks for a proof');
    for (const ask of [...EASY, ...HARD])
      expect(scoreComplexity(viewOfTask(ask)).reasons.length).toBeLessThanOrEqual(3);
  });

  it('is nothing where nobody asks', () => {
    expect(scoreComplexity(viewOf({ messages: [] }))).toEqual({ complexity: 0, reasons: [] });
  });

  it.each([
    ['one word', 'a'.repeat(1_000_000)],
    ['line feeds', `x${'\n'.repeat(500_000)}x`],
    ['digits', '1.'.repeat(500_000)],
    ['halves of characters', '\ud800'.repeat(100_000)],
    ['one clause', '证明'.repeat(100_000)],
    ['options', '\nA. '.repeat(200_000)],
  ])('is scored for a megabyte of %s', (_, text) => {
    const { complexity } = scoreComplexity(viewOfTask(text));
    expect(complexity).toBeGreaterThanOrEqual(0);
    expect(complexity).toBeLessThanOrEqual(1);
  });
});

function viewOf(body: object): ChatView {
  return readChatView(scanTopLevel(Buffer.from(JSON.stringify(body))));
}
