import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { OrganizationEntity } from '../projects/organization.entity.js';
import { OrganizationsService } from '../projects/organizations.service.js';
import { NotFoundError, scopeOf, sees } from './admin-scope.js';

/** The organizations that a management request may see; another one looks unknown. */
@Injectable()
export class VisibleOrganizations {
  constructor(private readonly organizations: OrganizationsService) {}

  /** @throws NotFoundError (404) */
  async get(request: FastifyRequest, id: string): Promise<OrganizationEntity> {
    const organization = sees(scopeOf(request), id) ? await this.organizations.find(id) : null;
    if (organization === null) throw new NotFoundError('organization', id);
    return organization;
  }
}
