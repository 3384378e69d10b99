import { In, type FindOptionsWhere, type Repository } from 'typeorm';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The names of rows by their ids; those that are not there have none. */
export async function readNames<T extends Named>(
  repository: Repository<T>,
  ids: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map();
  const rows = await repository.find({
    select: { id: true, name: true },
    where: { id: In([...ids]) },
  } as { select: object; where: FindOptionsWhere<T> });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
