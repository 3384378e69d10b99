import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { InvalidApiKeyError } from '../auth/api-key.guard.js';
import type { ApiKeyEntity } from '../auth/api-key.entity.js';
import { KeysService } from '../auth/keys.service.js';
import { CallLog } from '../billing/call-log.service.js';
import type { CallEntity } from '../billing/call.entity.js';
import { CreditsService, type OrganizationBalance } from '../billing/credits.service.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { GatewayError } from '../lib/gateway-error.js';
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

const CALL_ID = /^call_[0-9a-z]{1,64}$/;
const EMPTY: OrganizationBalance = { balance: 0n, reserved: 0n };

/** What an API key may know of itself, of its organization's money and of its project's calls. */
@Injectable()
export class AccountService {
  constructor(
    @Inject(KeysService) private readonly keys: KeysService,
    @Inject(ProjectsService) private readonly projects: ProjectsService,
    @Inject(OrganizationsService) private readonly organizations: OrganizationsService,
    @Inject(CreditsService) private readonly credits: CreditsService,
    @Inject(CallLog) private readonly log: CallLog,
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
