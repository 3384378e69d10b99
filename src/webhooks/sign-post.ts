import { createHmac } from 'node:crypto';

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`: the time is signed too, so that an old post cannot be played back. */
export function signPost(body: Buffer, { secret, now }: { secret: string; now: Date }): string {
  const time = Math.floor(now.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return `t=${time},v1=${signature}`;
}
