import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newId } from '../../lib/ids.js';
import { ApiKeyEntity } from '../api-key.entity.js';
import { CallerDirectory } from '../caller-directory.service.js';
import type { Caller } from '../caller.js';
import { CONSOLE_KEY_NAME, consoleKeyDigest } from './console-key.js';

/** Who the playground of a project calls as: a key like others, made by its first call. */
@Injectable()
export class ConsoleCallers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly callers: CallerDirectory,
  ) {}

  /** `undefined`: the project is deleted. */
  async of(projectId: string): Promise<Caller | undefined> {
    const digest = consoleKeyDigest(projectId);
    const known = await this.callers.read(digest);
    if (known !== undefined) return known;
    await this.create(projectId, digest);
    return this.callers.read(digest);
  }

  /** Of many that come first at once, one makes it. */
  private async create(projectId: string, hash: string): Promise<void> {
    await this.dataSource
      .getRepository(ApiKeyEntity)
      .createQueryBuilder()
      .insert()
      .values({ id: newId('key'), projectId, name: CONSOLE_KEY_NAME, prefix: '', hash })
      .orIgnore()
      .execute();
  }
}
