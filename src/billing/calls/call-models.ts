import type { EntityManager } from 'typeorm';

export interface HourOfModel {
  readonly startsAt: Date;
  readonly calls: number;
  readonly errors: number;
}

export interface ModelQuestion {
  readonly projectId: string;
  readonly model: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** The hours that have live calls with a model, but for those that no sum of usage holds yet: both are added up at once. */
export async function hoursOfModel(
  manager: EntityManager,
  { projectId, model, from, to }: ModelQuestion,
): Promise<HourOfModel[]> {
  const rows = await manager.query<{ starts_at: Date; calls: string; errors: string }[]>(
    `SELECT starts_at, calls, errors FROM call_models
      WHERE project_id = $1 AND model = $2 AND starts_at >= $3 AND starts_at < $4`,
    [projectId, model, from, to],
  );
  return rows.map(({ starts_at: startsAt, calls, errors }) => ({
    startsAt,
    calls: Number(calls),
    errors: Number(errors),
  }));
}
