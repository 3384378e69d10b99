import { request } from 'undici';
import { WholeAnswer } from './chat-client.js';

/** Requests whose shape nobody would doubt. */
export const CONVERSATION = {
  messages: [
    { role: 'user', content: 'Hi! I am planning a trip to Portugal with my parents in May.' },
    { role: 'assistant', content: 'How lovely! Which part of Portugal do you have in mind?' },
    { role: 'user', content: 'We thought about the Algarve. What would you do there for a week?' },
  ],
};

/** A template with one input, long enough not to be a quick one. */
export const MACHINE = {
  messages: [
    {
      role: 'system',
      content:
        'You extract data from invoices. Return a JSON object with the keys "number", "date", "vendor" and "total". Output only JSON, no explanation. Rules: "number" is the identifier printed beside the word invoice, without spaces. "date" is the date of issue in ISO 8601, never the due date; when only a month is printed, use its first day. "vendor" is the legal name of the sender as printed, without address, register numbers or slogans. "total" is the gross amount as a decimal number with a point, without currency; when several totals are printed, use the one that is due for payment. When a value is missing or unreadable, write null. Never guess, never convert currencies, never add keys. Amounts in words do not count. Credit notes have negative totals. Ignore stamps, handwriting, terms of delivery and bank details. If the text is no invoice at all, return all four keys with null.',
    },
    {
      role: 'user',
      content:
        'Invoice text:\nINVOICE 2026-0417\nDate: 3 March 2026\nVendor: Brenner Tools Ltd, 14 Mill Lane\n2 x hammer 24.00\n1 x saw 19.50\nTotal due: 67.50 EUR\nPayable within 14 days.',
    },
  ],
  response_format: { type: 'json_object' },
};

/** The same with a document of some length. */
export const LONG_MACHINE = {
  messages: [
    MACHINE.messages[0],
    {
      role: 'user',
      content: `Invoice text:\n${'2 x hammer 24.00 EUR, 1 x saw 19.50 EUR, 4 x box of nails 11.20 EUR.\n'.repeat(60)}Total due: 67.50 EUR`,
    },
  ],
};

export const QUICK = {
  messages: [
    {
      role: 'user',
      content:
        'Classify the sentiment of the following review as positive, negative or neutral. Answer with one word only.\n\nReview: The battery died after two days.',
    },
  ],
};

export class RouteClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async send(body: string | Buffer | object): Promise<WholeAnswer> {
    const answer = await request(`${this.url}/api/v1/route`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json' },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return new WholeAnswer(answer.statusCode, answer.headers, Buffer.from(await answer.body.arrayBuffer()));
  }

  async decide(body: object): Promise<Record<string, unknown>> {
    const answer = await this.send(body);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json as Record<string, unknown>;
  }
}
