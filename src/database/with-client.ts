import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** The driver's own connection for a while: TypeORM has no named statements, which save the planning of these each time. */
export async function withClient<T>(
  dataSource: DataSource,
  ask: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await ask((await runner.connect()) as PoolClient);
  } finally {
    await runner.release();
  }
}
