import { checkChanges, type SourceChange } from '../../../harness/source-changes.ts'

/** What takes a wall away: changes of files, and statements where the wall is in the database, with those that bring it back. */
type Planted = { files: SourceChange[]; sql?: { plant: string; remove: string } }

// Whatever is added makes all that anyone remembers untrue, and is made alone.
const raisingEpochs = {
  plant: `
    create function trial_raise(p_tenant_id bigint, p_scope bigint) returns void language plpgsql security definer as $$
    begin
      perform public.facet_lock_catalog(p_tenant_id, p_scope);
      update public.catalog_epochs set epoch = epoch + 1 where tenant_id = p_tenant_id and scope = p_scope;
    end $$;
    create function trial_added() returns trigger language plpgsql security definer as $$
    begin
      perform public.trial_raise(new.tenant_id, coalesce(new.embed_tenant_id, 0));
      return null;
    end $$;
    create trigger trial_added after insert on groups for each row execute function trial_added()`,
  remove: 'drop trigger trial_added on groups; drop function trial_added(); drop function trial_raise(bigint, bigint)',
}

/** The isolation of tenants, each as what takes it away. */
export const walls = {
  connections: {
    files: [
      { file: 'db/connection.ts', find: 'bulkhead.enter(tenantId)', put: 'bulkhead.enter(0)' },
      { file: 'db/connection.ts', find: 'maxPerKey: Math.max(1, size - Math.ceil(size / 5))', put: 'maxPerKey: size' },
    ],
  },
  lookUps: {
    files: [
      { file: 'access/guarded-cache.ts', find: "tenantId ?? known?.tenantId ?? networkOf(address ?? '')", put: '0' },
      { file: 'access/guarded-cache.ts', find: 'maxPerKey: 16,\n  maxWaiting: 5000,', put: 'maxPerKey: 64,\n  maxWaiting: 0,' },
    ],
  },
  admission: {
    files: [{ file: 'access/admission.ts', find: 'if (retryAfterSeconds === undefined) return', put: 'if (perSecond > 0) return' }],
  },
  frames: {
    files: [
      {
        file: 'http/rate-limit.ts',
        find: '(caller.embed ? checkFrame : checkKey)(ownKeyOf(caller)',
        put: '(caller.embed && limits.perKey === 0 ? checkFrame : checkKey)(caller.credentialId',
      },
    ],
  },
  transactions: {
    files: [
      {
        file: 'http/run-in-steps.ts',
        find: 'return await answerOf(services, handler, call, claim)',
        put: `return await inTransaction(services.pool, call.caller.tenantId, 'read only', async (db) => {
          await db.selectFrom('tenants').select('id').execute()
          return answerOf(services, handler, call, claim)
        })`,
      },
    ],
  },
  additions: {
    files: [
      {
        file: 'domains/embed/sessions/generate-session.ts',
        find: 'for (const look of [catalogs.get, catalogs.reload]) {',
        put: 'for (const look of [catalogs.get]) {',
      },
      { file: 'domains/embed/sessions/mint-changing.ts', find: "import type { Db } from '#db'", put: "import { type Db, sql } from '#db'" },
      {
        file: 'domains/embed/sessions/mint-changing.ts',
        find: "  await record(context, body.embedTenantName ?? '', defined)",
        put: `  if (catalog.embedTenant) {
          await sql\`select trial_raise(\${access.tenantId}, \${catalog.embedTenant.id})\`.execute(db)
          catalog = await look()
        }`,
      },
    ],
    sql: raisingEpochs,
  },
  catalogs: {
    files: [
      { file: 'domains/embed/engine/open.ts', find: 'createCatalogs(resolving)', put: 'createCatalogs(calls)' },
      { file: 'domains/embed/engine/catalogs.ts', find: 'resolveArguments(request, false)', put: 'resolveArguments(request, true)' },
    ],
  },
  compute: {
    files: [
      {
        file: 'adapters/compute/compute-process.ts',
        find: 'running.child.send(message, () => undefined)',
        put: `const here = globalThis as unknown as { compare?: (message: object) => unknown }
          here.compare ??= (await import('@facet/cube-model')).createComparisons()
          const value = here.compare?.(message)
          settle(({ resolve }) => resolve(value))`,
      },
    ],
  },
  listings: {
    files: [
      {
        file: 'adapters/git/tree.ts',
        find: 'maxEntries: 25_000, maxDepth: 64, maxPathBytes: 4096, maxListingBytes: 16 * 1_048_576',
        put: 'maxEntries: 1e12, maxDepth: 64, maxPathBytes: 4096, maxListingBytes: 1e12',
      },
    ],
  },
} satisfies Record<string, Planted>

export type Wall = keyof typeof walls

export const changesOf = (names: readonly Wall[]): SourceChange[] => names.flatMap((name) => walls[name].files)

export const statementsOf = (names: readonly Wall[]): { plant: string; remove: string }[] =>
  names.flatMap((name) => {
    const { sql }: Planted = walls[name]
    return sql ? [sql] : []
  })

export const wallChanges: SourceChange[][] = (Object.keys(walls) as Wall[]).map((name) => changesOf([name]))

/** All of them, before the first is needed. */
export const checkWalls = (): void => wallChanges.forEach(checkChanges)
