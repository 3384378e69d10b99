import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent } from 'undici';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { EndpointAgents } from '../endpoints/endpoint-agents.service.js';
import { finishPausedAnswers } from '../http/finish-paused-answers.js';
import { Clock } from '../lib/clock.js';
import { SECOND_MS } from '../lib/durations.js';
import type { PostOutcome, SignedPost } from './outbox.js';
import { signPost } from './sign-post.js';

const ANSWER_WITHIN_MS = 15 * SECOND_MS;

/** Signed posts to callers' own servers: to a public address alone, without following redirects. */
@Injectable()
export class WebhookPosts implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(
    private readonly endpoints: EndpointAgents,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.agent = finishPausedAnswers(
      new Agent({
        connect: endpoints.postConnector,
        bodyTimeout: ANSWER_WITHIN_MS,
        headersTimeout: ANSWER_WITHIN_MS,
      }),
    );
  }

  /** Any 2xx is a delivery. Rejects when there is no answer within 15 s, or the address is refused. */
  async send({ url: text, body, secret }: SignedPost): Promise<PostOutcome> {
    this.endpoints.refuseCallback(text);
    const url = new URL(text);
    const { statusCode, body: answer } = await this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [`${this.settings.headerPrefix}signature`]: signPost(body, { secret, now: this.clock.now() }),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.dump();
    const isTaken = statusCode >= 200 && statusCode < 300;
    return { status: statusCode, failure: isTaken ? null : `the address answered ${statusCode}` };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }
}
