import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChangeFeed, type Change } from '../../src/database/change-feed.js';
import { createDataSource } from '../../src/database/data-source.js';
import { Dialer } from '../../src/database/dialer.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;
let feed: ChangeFeed;
let heard: (Change | 'everything')[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.url).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});
beforeEach(() => {
  // Never started: whatever it hears did not come through PostgreSQL.
  feed = new ChangeFeed(new Dialer(database.url));
  heard = [];
  feed.onChange((change) => heard.push(change));
});

const publish = (organizationId: string) =>
  dataSource.transaction(async (manager) => {
    await feed.publish(manager, { organizationId });
    expect(heard).not.toContainEqual({ organizationId });
  });

describe('a change in the process that made it', () => {
  it('is heard when its transaction has been committed, and not before', async () => {
    await publish('org_1');
    expect(heard).toEqual([{ organizationId: 'org_1' }]);
    await publish('org_2');
    expect(heard).toEqual([{ organizationId: 'org_1' }, { organizationId: 'org_2' }]);
  });

  it('is not heard when its transaction was rolled back', async () => {
    const failing = dataSource.transaction(async (manager) => {
      await feed.publish(manager, { organizationId: 'org_1' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await publish('org_2');
    expect(heard).toEqual([{ organizationId: 'org_2' }]);
  });

  it('waits for the outer transaction when it was made inside a savepoint', async () => {
    await dataSource.transaction(async (manager) => {
      await manager.transaction((inner) => feed.publish(inner, { organizationId: 'org_1' }));
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual([{ organizationId: 'org_1' }]);
  });

  it('is heard at once when there is no transaction', async () => {
    await feed.publish(dataSource.manager, { organizationId: 'org_1' });
    expect(heard).toEqual([{ organizationId: 'org_1' }]);
  });

  it('is not heard from transactions that announce nothing', async () => {
    await publish('org_1');
    await dataSource.transaction((manager) => manager.query('SELECT 1'));
    expect(heard).toHaveLength(1);
  });
});
