import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../../wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../../wire/openai/read-chat-view.js';
import { GroupIndex, type GroupTemplate } from './group-index.js';
import { readDocument, type GroupDocument } from '../reading/read-document.js';
import { RecentRequests } from './recent-requests.js';
import { recognizeTemplate, type NewTemplate } from './recognize-template.js';

type Body = Readonly<Record<string, unknown>>;

function documentOf(body: Body): GroupDocument {
  return readDocument(readChatView(scanTopLevel(Buffer.from(JSON.stringify(body)))));
}

/** What a project remembers, and how it answers. */
class Project {
  readonly groups = new GroupIndex<GroupTemplate>([]);
  private readonly made = new Map<string, NewTemplate>();
  private recent = new RecentRequests();

  templateOf(id: string | undefined): NewTemplate | undefined {
    return this.made.get(id ?? '');
  }

  /** As a process that starts anew; groups are read back with what they keep. */
  forgetRequests(): void {
    this.recent = new RecentRequests();
    for (const { splitFrom } of this.made.values()) {
      const origin = splitFrom && this.groups.get(splitFrom.id);
      if (origin === undefined) continue;
      this.groups.remove(origin);
      this.groups.add({ ...origin, keeps: splitFrom?.keeps });
    }
  }

  ask(body: Body): string | undefined {
    const { groups, recent } = this;
    const answer = recognizeTemplate(documentOf(body), { projectId: 'prj_1', groups, recent });
    switch (answer.kind) {
      case 'none':
        return undefined;
      case 'known':
        return answer.group.id;
      case 'narrowed': {
        groups.remove(answer.group);
        const { group, features } = answer;
        groups.add({ ...group, features, distinct: group.distinct + 1 });
        return group.id;
      }
      case 'found':
        groups.add(answer.template);
        this.made.set(answer.template.id, answer.template);
        return answer.template.id;
    }
  }
}

const user = (content: string): Body => ({ messages: [{ role: 'user', content }] });
const withSystem = (system: string, content: string): Body => ({
  messages: [
    { role: 'system', content: system },
    { role: 'user', content },
  ],
});

const INPUTS = [
  'The parcel arrived two weeks late and the box was open.',
  'Everything worked at the first try, thank you all!',
  'Kann ich die Rechnung auch per Post bekommen?',
  'Nobody answers the phone. I have called four times since Monday',
  'It is fine.',
];
const SCHEMA = {
  type: 'json_schema',
  json_schema: { name: 'ticket', schema: { properties: { intent: {}, urgency: {} }, required: ['intent'] } },
};

/** Each a template with the input in another place, in another language. */
const TEMPLATES: readonly (readonly [name: string, make: (input: string) => Body])[] = [
  ['instruction first', (input) => user(`Rate the tone of the review below from 1 to 5.\n\n${input}`)],
  ['instruction last', (input) => user(`${input}\n\nName the department this belongs to. One word only.`)],
  ['labels around the input', (input) => user(`Decide who should answer this.\nMessage: ${input}\nTeam:`)],
  ['instruction and input in one line', (input) => user(`Write a subject line for this message: ${input}`)],
  ['input in quotes', (input) => user(`Is the sentence "${input}" a complaint? Answer yes or no.`)],
  ['input in tags', (input) => user(`Find every place name.\n<text>\n${input}\n</text>\nOne a line.`)],
  [
    'a slot inside the sentence',
    (input) => user(`Given that ${input.slice(0, 12)} was said, what is the mood?`),
  ],
  ['a system prompt', (input) => withSystem('You receive survey answers. Reply with the main topic.', input)],
  ['a short system prompt', (input) => withSystem('survey topics', input)],
  ['a schema alone', (input) => ({ ...user(input), response_format: SCHEMA })],
  [
    'examples in the text',
    (input) => user(`Mark sarcasm.\n\nText: Great, more rain.\nSarcasm: yes\n\nText: ${input}\nSarcasm:`),
  ],
  [
    'examples as turns',
    (input) => ({
      messages: [
        { role: 'system', content: 'Turn each statement into a question that it answers.' },
        { role: 'user', content: 'The shop opens at nine.' },
        { role: 'assistant', content: 'When does the shop open?' },
        { role: 'user', content: input },
      ],
    }),
  ],
  ['German', (input) => user(`Fasse die folgende Nachricht in einem Satz zusammen:\n${input}`)],
  ['Spanish', (input) => user(`¿Cuál es el sentimiento del siguiente comentario?\n\n${input}`)],
  ['Russian', (input) => user(`Определи тему обращения и ответь одним словом.\nТекст: ${input}`)],
  ['Chinese', (input) => user(`请把下面的句子翻译成法语,只输出译文。\n${input}`)],
  ['Japanese', (input) => user(`次の文章からすべての日付を抽出してください。\n「${input}」`)],
  ['Korean', (input) => user(`다음 리뷰의 감정을 긍정 또는 부정으로 분류하세요.\n리뷰: ${input}`)],
  ['Thai', (input) => user(`สรุปข้อความต่อไปนี้ในหนึ่งประโยค\n${input}`)],
  ['Arabic', (input) => user(`لخص النص التالي في جملة واحدة:\n${input}`)],
  ['Hindi', (input) => user(`नीचे दिए गए वाक्य का अंग्रेज़ी में अनुवाद करें।\n${input}`)],
];

describe('recognizeTemplate', () => {
  it.each(TEMPLATES)('finds %s at the third request and keeps to it', (_, make) => {
    const project = new Project();
    const ids = INPUTS.map((input) => project.ask(make(input)));
    expect(ids.slice(0, 2)).toEqual([undefined, undefined]);
    expect(ids[2]).toMatch(/^grp_/);
    expect(new Set(ids.slice(2)).size).toBe(1);
  });

  it('keeps different templates apart when their requests come mixed', () => {
    const project = new Project();
    const ids = new Map<string, Set<string | undefined>>();
    for (const [round, input] of INPUTS.entries())
      for (const [index, [name, make]] of TEMPLATES.entries()) {
        const id = project.ask(make(`${input} No. ${index}, as was said in ${name} ${round * 7}.`));
        if (round >= 2) ids.set(name, (ids.get(name) ?? new Set()).add(id));
      }
    const found = [...ids.values()].map((set) => [...set]);
    expect(found.filter((set) => set.length !== 1 || set[0] === undefined)).toEqual([]);
    expect(new Set(found.flat()).size).toBe(TEMPLATES.length);
  });

  it.each<[string, (text: string) => string]>([
    ['white space', (text) => text.replace(/ /g, '  ').replace(/\n/g, '\r\n')],
    ['case', (text) => text.toUpperCase()],
    ['the signs at the ends of sentences', (text) => text.replace(/[.]/g, ' !')],
    ['a number', (text) => text.replace('30', '45')],
    ['a name', (text) => text.replace('Acme', 'Globex')],
    ['an address', (text) => text.replace('https://acme.example/help', 'https://globex.example/faq?x=1')],
    ['marks of direction', (text) => text.replace(/ /g, ' \u200f')],
  ])('knows a template again after a change of %s', (_, edit) => {
    const system =
      'You sort messages to the help desk of Acme. Answer with one label: billing, access, fault or other. ' +
      'Messages older than 30 days are closed. Point people to https://acme.example/help and never promise refunds.';
    const project = new Project();
    const [first] = INPUTS.slice(0, 3)
      .map((input) => project.ask(withSystem(system, input)))
      .slice(2);
    expect(first).toBeDefined();
    expect(project.ask(withSystem(edit(system), 'The door code does not work.'))).toBe(first);
  });

  it.each([
    [
      'another target language',
      'Translate the sentence into German:',
      'Translate the sentence into Spanish:',
    ],
    ['another question', 'Is the text below spam? yes or no.', 'Is the text below urgent? yes or no.'],
    ['a word of a Chinese instruction', '请把下面的句子翻译成法语:', '请把下面的句子翻译成德语:'],
  ])('tells templates apart by %s', (_, one, other) => {
    const project = new Project();
    const idsOf = (instruction: string): (string | undefined)[] =>
      INPUTS.map((input) => project.ask(user(`${instruction}\n\n${input}`))).slice(2);
    const [ones, others] = [idsOf(one), idsOf(other)];
    expect(new Set(ones).size).toBe(1);
    expect(new Set(others).size).toBe(1);
    expect(ones[0]).not.toBe(others[0]);
  });

  it('tells the same instruction apart by schema and by tools', () => {
    const project = new Project();
    const tools = [{ type: 'function', function: { name: 'look_up' } }];
    const ids = [{}, { response_format: SCHEMA }, { tools }].map((extra) =>
      INPUTS.map((input) =>
        project.ask({ ...user(`Name the product that is meant.\n${input}`), ...extra }),
      ).at(-1),
    );
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(3);
  });

  it('makes no group of requests that have nothing in common, nor of a stock assistant prompt', () => {
    const project = new Project();
    for (const input of INPUTS) {
      expect(project.ask(user(input))).toBeUndefined();
      expect(project.ask(withSystem('You are a helpful assistant.', `${input} (2)`))).toBeUndefined();
    }
  });

  it('keeps the group of a request that came three times alike when the input changes', () => {
    const project = new Project();
    const body = (input: string): Body => user(`Name the city that is meant in the text.\n\nText: ${input}`);
    const repeated = [1, 2, 3].map(() => project.ask(body(INPUTS[0] ?? '')));
    expect(repeated[2]).toBeDefined();
    expect(INPUTS.map((input) => project.ask(body(input)))).toEqual(INPUTS.map(() => repeated[2]));
  });

  it('takes what several templates were asked about for no template', () => {
    const project = new Project();
    const instructions = [
      'Translate into German:',
      'Summarize in one line for me:',
      'Extract all dates from this:',
    ];
    const ids = instructions.map((instruction) =>
      INPUTS.map((input) => project.ask(user(`${instruction}\n${input}`))).at(-1),
    );
    expect(new Set(ids).size).toBe(3);
    expect(project.groups.size).toBe(3);
  });

  describe('of several tasks under one system prompt', () => {
    const SERVICE =
      "You are the data team's text service. You get one order at a time and return only what was ordered, without greeting or comment.";
    const ORDERS = ['Extract all dates.', 'List the persons named.', 'Give the language code.'];
    const idsOf = (
      project: Project,
      orders: readonly string[],
      rounds = INPUTS,
    ): (string | undefined)[][] => {
      const ids = orders.map((): (string | undefined)[] => []);
      for (const [round, input] of rounds.entries())
        for (const [index, order] of orders.entries())
          ids[index]?.push(
            project.ask(withSystem(SERVICE, `${order}\n\n${input} (${order.length + round})`)),
          );
      return ids;
    };

    it('leaves the first with the group of the prompt and tells the others apart from their third request on', () => {
      const project = new Project();
      const late = idsOf(project, ORDERS).map((ids) => new Set(ids.slice(2)));
      expect(late.map(({ size }) => size)).toEqual([1, 1, 1]);
      const [first, second, third] = late.map(([id]) => id);
      expect(new Set([first, second, third]).size).toBe(3);
      expect(project.templateOf(first)?.splitFrom).toBeUndefined();
      expect(project.templateOf(second)?.splitFrom?.id).toBe(first);
      expect(project.templateOf(third)?.splitFrom?.id).toBe(first);
    });

    it('does so for a task that comes later, and after what is remembered of requests was lost', () => {
      const project = new Project();
      const [[, , before] = []] = idsOf(project, ORDERS.slice(0, 2));
      project.forgetRequests();
      const [dates, , language] = idsOf(project, ORDERS);
      expect(new Set(dates)).toEqual(new Set([before]));
      expect(new Set(language?.slice(2)).size).toBe(1);
      expect(language?.[2]).not.toBe(before);
    });

    it.each<[string, string, (input: string, index: number) => string]>([
      ['the same order', 'Answer as ordered.', (input) => `Extract all dates.\n\n${input}`],
      ['phrases that strangers share', '', (input, index) => `Hello,\n\n${input}\n\n${CLOSINGS[index % 2]}`],
      ['where they came from', '', (input, index) => `${SOURCES[index % 2]}\n\n${input} ${index}`],
      [
        'how orders came',
        'Messages about orders come in.',
        (input, index) => `${ORDERED[index % 2]}\n${input}`,
      ],
      ['documents that come back', '', (input, index) => `${DOCUMENTS[index % 2]}\n\n${input} ${index}`],
    ])('does not take requests apart by %s', (_, more, message) => {
      const project = new Project();
      const system = `You receive what people send to the town hall. Name the department that is in charge and nothing else. ${more}`;
      const ids = [...INPUTS, ...INPUTS, ...INPUTS].map((input, index) =>
        project.ask(withSystem(system, message(input, index))),
      );
      expect(new Set(ids.slice(2)).size).toBe(1);
    });

    /** No list of words knows Welsh. */
    const WELSH = [
      'Rhowch deitl o chwe gair.',
      'Pwy sydd i fod i dalu amdano.',
      'Enwau a lleoedd, un fesul llinell.',
    ];
    const settled = (ids: readonly (readonly (string | undefined)[])[]): (string | undefined)[] =>
      ids.map((one) => {
        const late = new Set(one.slice(-4));
        expect(late.size).toBe(1);
        return [...late][0];
      });
    const mixed = (
      project: Project,
      system: string,
      orders: readonly string[],
      make = (order: string, input: string) => `${order}\n\n${input}`,
    ): (string | undefined)[] =>
      settled(
        orders
          .map((order, index) =>
            Array.from({ length: 10 }, (_, round) =>
              // Each has inputs of its own, and they come mixed by the caller's order of rounds.
              ({ round, index, order }),
            ),
          )
          .flat()
          .sort((one, other) => one.round - other.round)
          .reduce<(string | undefined)[][]>((ids, { round, index, order }) => {
            const input = `${INPUTS[(round + index) % INPUTS.length]} (${index}, ${'x'.repeat(round + 1)})`;
            (ids[index] ??= []).push(project.ask(withSystem(system, make(order, input))));
            return ids;
          }, []),
      );

    it('tells orders in unknown words apart where the prompt says that each request brings one', () => {
      const ids = mixed(new Project(), SERVICE, WELSH);
      expect(new Set(ids).size).toBe(3);
    });

    it('tells orders of one word apart', () => {
      expect(new Set(mixed(new Project(), SERVICE, ['Intent', 'Mood', 'Currency'])).size).toBe(3);
    });

    it('does so where the prompt says nothing of a task', () => {
      const orders = ['Extract all dates.', ...WELSH.slice(0, 1)];
      expect(new Set(mixed(new Project(), OFFICE, orders)).size).toBe(2);
      expect(new Set(mixed(new Project(), OFFICE, WELSH)).size).toBe(3);
    });

    it('keeps a prompt of one task together whatever lines its messages begin with', () => {
      const lines = ['North barn', 'Dairy', 'Orchard'];
      const prompt = 'Tickets of a farm, priority from 1 to 3. Nothing but the number is read.';
      expect(new Set(mixed(new Project(), prompt, lines)).size).toBe(1);
    });

    it('takes a heading for an order whatever stands below it', () => {
      const make = (order: string, input: string): string => `${order}:\n${input}`;
      const orders = ['Rhowch deitl', 'For children of eight', 'As a limerick'];
      expect(new Set(mixed(new Project(), SERVICE, orders, make)).size).toBe(3);
    });

    const OFFICE =
      'Back office of the theatre. Tone: dry. Language: that of the text. Nobody wants emojis here.';

    it('tells apart what one word in JSON orders, and names the parts by it', () => {
      const system = 'Endpoint for texts, version 3. The payload is JSON. Reply with JSON and nothing else.';
      const project = new Project();
      const ids = ['tone', 'title', 'gist'].map((op) => {
        const asked = INPUTS.map((text) => project.ask(withSystem(system, JSON.stringify({ op, text }))));
        return asked.at(-1);
      });
      expect(new Set(ids).size).toBe(3);
      expect(project.templateOf(ids[1])?.label).toMatch(/^op.*title/);
    });

    it('finds an order though the same requests were sent twice', () => {
      const system = 'You receive a note together with a request. Be brief.';
      const project = new Project();
      const ask = (order: string, note = ''): string | undefined =>
        project.ask(withSystem(system, `${order}\n\n${note}`));
      for (const note of INPUTS) ask('A kind answer, in verse', note);
      for (const note of INPUTS.slice(0, 2))
        for (let times = 0; times < 2; times += 1) ask('As the town crier', note);
      const last = INPUTS.slice(2)
        .map((note) => ask('As the town crier', note))
        .at(-1);
      expect(last).not.toBe(ask('A kind answer, in verse', 'The tap drips.'));
    });

    it('leaves the group to a task in unknown words that was there alone', () => {
      const project = new Project();
      const [alone] = mixed(project, SERVICE, WELSH.slice(0, 1));
      expect(mixed(project, SERVICE, WELSH).indexOf(alone)).toBe(0);
    });

    it('tells apart what two words behind their label order', () => {
      const orders = ['plain words', 'find every duty', 'key dates'];
      const ids = mixed(new Project(), SERVICE, orders, (order, input) => `Job: ${order}\nText: ${input}`);
      expect(new Set(ids).size).toBe(3);
    });

    it.each<[string, (order: string, input: string) => string]>([
      ['in tags', (order, input) => `<want>${order}</want>\n<note>${input}</note>`],
      ['in JSON', (order, input) => JSON.stringify({ work: order, advertisement: input })],
      ['behind a heading', (order, input) => `## Wanted\n${order}\n\n## Change\n${input}`],
      ['in brackets, below the text', (order, input) => `[rule] ${input}\n[wanted] ${order}`],
      [
        'as an identifier',
        (order, input) => `action=${order.replaceAll(' ', '_')}\nrecord=${'z'.repeat(order.length)} ${input}`,
      ],
    ])('tells apart what a field names, %s', (_, make) => {
      const wanted = ['a friendly letter back', 'the office in charge', 'every way around it'];
      expect(new Set(mixed(new Project(), OFFICE, wanted, make)).size).toBe(3);
    });

    it('takes what comes back behind a label for data when the prompt says what to do', () => {
      const project = new Project();
      const system =
        'Tag incoming records of the archive with one of three words: keep, scan or burn. Print it alone.';
      const shelves = ['the cellar of the old house', 'a box that nobody opened', 'the reading room'];
      const ids = [...INPUTS, ...INPUTS, ...INPUTS].map((input, index) =>
        project.ask(withSystem(system, `Found in: ${shelves[index % 3]}\nRecord: ${input} ${index}`)),
      );
      expect(new Set(ids.slice(2)).size).toBe(1);
    });

    it('takes texts that several tasks were asked about for no order', () => {
      const project = new Project();
      const texts = ['Mae hi yn oer heddiw.', 'Daeth y tram yn hwyr.'];
      for (const text of texts)
        for (const order of ORDERS) project.ask(withSystem(SERVICE, `${order}\n\n${text}`));
      const ids = mixed(project, SERVICE, ORDERS);
      expect(new Set(ids).size).toBe(3);
    });

    const CLOSINGS = ['Thanks in advance for your help.', 'I look forward to hearing from you soon.'];
    const ORDERED = ['Order placed in the app', 'Order placed at the counter'];
    const SOURCES = ['Submitted through the web form', 'Forwarded from the call centre'];
    const DOCUMENTS = [
      'A lost badge is reported to the front desk at once. A new one costs fifteen, which payroll keeps back.',
      'Bikes stand in the yard behind house B. The gate is locked at eight, and the porter opens it.',
    ];
  });

  it('gives a text that several instructions came with up when an instruction is found', () => {
    const text =
      'The lift between the second and the third floor stands still since the storm, and the caretaker says that the part will come from abroad.';
    const project = new Project();
    const orders = ['Translate into Danish:', 'List all nouns:', 'Summarise in five words:'];
    for (const order of orders) project.ask(user(`${order}\n\n${text}`));
    const [first, second] = orders.map((order) =>
      INPUTS.map((input) => project.ask(user(`${order}\n\n${input}`))).at(-1),
    );
    expect(first).toBeDefined();
    expect(first).not.toBe(second);
    expect(project.ask(user(`${orders[0]}\n\n${text}`))).toBe(first);
    expect(project.ask(user(`${orders[1]}\n\n${text}`))).toBe(second);
  });

  it('tells templates apart that differ in one line of labels', () => {
    const project = new Project();
    const labels = ['billing, shipping, account', 'bug, feature, question', 'room, kitchen, reception'];
    const ids = labels.map(() => new Set<string | undefined>());
    for (const round of INPUTS.keys())
      for (const [index, list] of labels.entries()) {
        const input = INPUTS[(round + index) % INPUTS.length];
        const id = project.ask(
          user(`Assign the ticket to one label.\nLabels: ${list}.\n\nTicket: ${input}\nLabel:`),
        );
        if (round >= 2) ids[index]?.add(id);
      }
    expect(ids.map(({ size }) => size)).toEqual([1, 1, 1]);
    expect(new Set(ids.flatMap((set) => [...set])).size).toBe(3);
  });

  it.each([
    [
      'a question',
      ['Does it concern a card?', 'Does it concern a loan?', 'Is the writer angry?'],
      (order: string, input: string) => `Read a message to a bank. ${order} Output yes or no.\n\n${input}`,
    ],
    [
      'a line between others',
      ['Name the sender.', 'Name the street.', 'List all amounts.'],
      (order: string, input: string) =>
        `Below is what a resident of the town wrote to us.\n${order}\nOutput plain text and nothing else.\n\n${input}`,
    ],
  ])('tells templates apart that differ in %s', (_, orders, make) => {
    const project = new Project();
    const ids = orders.map(() => new Set<string | undefined>());
    for (const round of INPUTS.keys())
      for (const [index, order] of orders.entries()) {
        const input = INPUTS[(round + index) % INPUTS.length] ?? '';
        const id = project.ask(user(make(order, input)));
        if (round >= 2) ids[index]?.add(id);
      }
    expect(ids.map(({ size }) => size)).toEqual([1, 1, 1]);
    expect(new Set(ids.flatMap((set) => [...set])).size).toBe(3);
  });

  it('keeps a template whose questions are its input', () => {
    const project = new Project();
    const questions = ['Who pays?', 'When does it open?', 'Is it far?', 'What is lost?', 'Who is late?'];
    const ids = questions.map((question) =>
      project.ask(
        user(`Use the handbook to answer.\n${question}\nAnswer in one sentence, without a greeting.`),
      ),
    );
    expect(ids[3]).toBeDefined();
    expect(new Set(ids.slice(3)).size).toBe(1);
  });

  it('takes lists in the input for input', () => {
    const project = new Project();
    const lists = [
      'eggs, flour, milk',
      'nails, glue, a saw',
      'pens, paper, ink',
      'soap, towels, combs',
      'tea, sugar',
    ];
    const ids = lists.map((list) => project.ask(user(`Name the shop for this list.\n\nList: ${list}`)));
    expect(new Set(ids.slice(2)).size).toBe(1);
  });

  it('knows a template whose parts come in another order', () => {
    const project = new Project();
    const ids = [...INPUTS, ...INPUTS].map((input, index) => {
      const parts = [
        'Summarize the incident for the shift log.',
        `Report:\n${input} ${index}`,
        'Write two points in the past tense.',
      ];
      const turned = [...parts.slice(index % 3), ...parts.slice(0, index % 3)];
      return project.ask(user(turned.join('\n\n')));
    });
    expect(new Set(ids.slice(2)).size).toBe(1);
    expect(ids[2]).toBeDefined();
  });

  it('corrects a template that was read with the input that its first requests shared', () => {
    const project = new Project();
    const body = (document: string, question: string): Body =>
      user(`Answer from the context or say "not found".\n\nContext: ${document}\n\nQuestion: ${question}`);
    const documents = [
      'Loans last ninety days and can be extended once.',
      'The pool opens at nine.',
      'Taxi rides are refunded.',
    ];
    const ids = [0, 0, 0, 1, 2, 1, 2, 0].map((document, index) =>
      project.ask(body(documents[document] ?? '', `${INPUTS[index % INPUTS.length]} ${index}`)),
    );
    expect(ids[2]).toBeDefined();
    expect(ids.slice(-2)).toEqual([ids[2], ids[2]]);
  });

  it.each([
    ['a megabyte of one word', 'word '.repeat(200_000)],
    ['a megabyte of signs', '::"['.repeat(250_000)],
    ['half characters', '\ud800'.repeat(4_000)],
    ['marks alone', '\u0301\u200f'.repeat(4_000)],
    ['addresses', 'a@b '.repeat(50_000)],
    ['an endless address', `https://${'x'.repeat(100_000)}`],
    ['nothing', ''],
  ])('is quick with %s', (_, text) => {
    const project = new Project();
    const started = performance.now();
    for (let index = 0; index < 20; index += 1) project.ask(user(text));
    // Work that grows with the square of a text takes minutes; a busy machine does not.
    expect((performance.now() - started) / 20).toBeLessThan(1_000);
  });
});
