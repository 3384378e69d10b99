import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { InvalidApiKeyError } from '../auth/api-key.guard.js';
import type { ApiKeyEntity } from '../auth/api-key.entity.js';
import { KeysService } from '../auth/keys.service.js';
import { CallLog } from '../billing/calls/call-log.service.js';
import type { CallEntity } from '../billing/calls/call.entity.js';
import { CreditsService, type OrganizationBalance } from '../billing/ledger/credits.service.js';
import { HoldSurvey } from '../billing/holds/leases/hold-survey.service.js';
import { unspentOf, type SpendLimit } from '../billing/limits/spend-limit.js';
import { SpendLimits } from '../billing/limits/spend-limits.service.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { GatewayError } from '../lib/gateway-error.js';
import type { PicoUsd } from '../lib/money.js';
import type { OrganizationEntity } from '../projects/organization.entity.js';
import { OrganizationsService } from '../projects/organizations.service.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { ProjectsService } from '../projects/projects.service.js';

/** Another project's call is as unknown as one that never was. */
export class CallNotFoundError extends GatewayError {
  constructor(callId: string) {
    super({
      status: 404,
      code: 'call_not_found',
      message: `This project has no call ${JSON.stringify(callId.slice(0, 100))}. The id of a call is in its answer's call-id header.`,
    });
  }
}

/** Everything that stands behind an API key. */
export interface KeyOwners {
  readonly key: ApiKeyEntity;
  readonly project: ProjectEntity;
  readonly organization: OrganizationEntity;
}

/** The limit of a key, and what new calls can use of it. */
export interface OwnLimit extends SpendLimit {
  readonly remaining: PicoUsd;
}

const CALL_ID = /^call_[0-9a-z]{1,64}$/;
const EMPTY: OrganizationBalance = { balance: 0n, reserved: 0n };

/** What an API key may know of itself, of its organization's money and of its project's calls. */
@Injectable()
export class AccountService {
  constructor(
    private readonly keys: KeysService,
    private readonly projects: ProjectsService,
    private readonly organizations: OrganizationsService,
    private readonly credits: CreditsService,
    private readonly log: CallLog,
    private readonly limits: SpendLimits,
    private readonly holds: HoldSurvey,
  ) {}

  /** @throws InvalidApiKeyError (401) when it was revoked a moment ago, DatabaseUnavailableError (503) */
  async ownersOf(caller: Caller): Promise<KeyOwners> {
    const [key, project, organization] = await orUnavailable(
      Promise.all([
        this.keys.find(caller.keyId),
        this.projects.find(caller.projectId),
        this.organizations.find(caller.organizationId),
      ]),
    );
    if (key === null || key.revokedAt !== null || project === null || organization === null)
      throw new InvalidApiKeyError();
    return { key, project, organization };
  }

  /** What calls in flight hold, of all processes, is no part of what remains. @throws DatabaseUnavailableError (503) */
  async limitOf({ keyId, limits }: Caller): Promise<OwnLimit | undefined> {
    if (!limits.some(({ id }) => id === keyId)) return undefined;
    const held = await orUnavailable(this.holds.ask(keyId));
    const limit = (await orUnavailable(this.limits.of([keyId]))).get(keyId);
    if (limit === undefined) return undefined;
    const remaining = unspentOf(limit) - held;
    return { ...limit, remaining: remaining < 0n ? 0n : remaining };
  }

  /** @throws DatabaseUnavailableError (503) */
  async balanceOf({ organizationId }: Caller): Promise<OrganizationBalance> {
    const balances = await orUnavailable(this.credits.balancesOf([organizationId]));
    return balances.get(organizationId) ?? EMPTY;
  }

  /** @throws CallNotFoundError (404), DatabaseUnavailableError (503) */
  async call({ projectId }: Caller, id: string): Promise<CallEntity> {
    const call = CALL_ID.test(id) ? await orUnavailable(this.log.find(id)) : null;
    if (call === null || call.projectId !== projectId) throw new CallNotFoundError(id);
    return call;
  }
}

function orUnavailable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw asDatabaseFailure(error);
  });
}
