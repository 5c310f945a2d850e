import { type Db, sql } from '#db'

export type LogLine = { pod: string; buildId: number; at: Date; message: string }
export type LogOwner = { tenantId: number; deploymentId: number }

/** Of a deployment that is gone nothing is kept. */
export const insertLogLines = async (db: Db, { tenantId, deploymentId }: LogOwner, lines: readonly LogLine[]): Promise<void> => {
  await sql`
    insert into engine_logs (tenant_id, deployment_id, source, pod, container, build_id, logged_at, message)
    select d.tenant_id, d.id, 'production', l.pod, 'cubejs-server', l.build_id, l.at, l.message
    from deployments d,
      unnest(
        ${lines.map(({ pod }) => pod)}::text[], ${lines.map(({ buildId }) => buildId)}::bigint[],
        ${lines.map(({ at }) => at.toISOString())}::timestamptz[], ${lines.map(({ message }) => message)}::text[]
      ) with ordinality l(pod, build_id, at, message, place)
    where d.tenant_id = ${tenantId} and d.id = ${deploymentId}
    order by l.place`.execute(db)
}
