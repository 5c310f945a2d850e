import { type AuditTargetKind, auditTargetKinds, type AuditVerb } from '@facet/contract'

/** Where the rows of a kind are that is not found as most are: `t.id` is its id, `m` the deployment that the entry names beside it, `e` the entry. */
const unusualRows: Partial<Record<AuditTargetKind, string>> = {
  branch: 'public.branches r where r.tenant_id = e.tenant_id and r.deployment_id = m and r.name = t.id',
  data_model: 'public.deployments r where r.tenant_id = e.tenant_id and r.id = t.id::bigint',
  dbt_integration: 'public.dbt_integrations r where r.tenant_id = e.tenant_id and r.deployment_id = t.id::bigint',
  embed_session: "public.embed_sessions r where r.tenant_id = e.tenant_id and r.bucket || '-' || r.id = t.id",
  embed_tenant: 'public.embed_tenants r where r.tenant_id = e.tenant_id and r.name = t.id and r.removed_at is null',
  env_variable: 'public.env_variables r where r.tenant_id = e.tenant_id and r.deployment_id = m and r.name = t.id',
  folder: "public.content_items r where r.tenant_id = e.tenant_id and r.kind = 'folder' and r.id = t.id::bigint",
  remote: 'public.repository_remotes r where r.tenant_id = e.tenant_id and r.deployment_id = t.id::bigint',
  report: "public.content_items r where r.tenant_id = e.tenant_id and r.kind = 'report' and r.id = t.id::bigint",
  service_account: "public.principals r where r.tenant_id = e.tenant_id and r.kind = 'service_account' and r.id = t.id::bigint",
  tenant: 'public.tenants r where r.id = e.tenant_id and r.id = t.id::bigint',
  upload: 'public.uploads r where r.tenant_id = e.tenant_id and r.deployment_id = m and r.id = t.id',
  user: "public.principals r where r.tenant_id = e.tenant_id and r.kind = 'user' and r.id = t.id::bigint",
  workbook: "public.content_items r where r.tenant_id = e.tenant_id and r.kind = 'workbook' and r.id = t.id::bigint",
}

/** Commits are in no table. */
const inNoTable: AuditTargetKind[] = ['commit']

/** The kinds whose rows have their id, in a table of the kind's name in the plural. One that has no table yet is not looked for. */
export const inUsualTables = auditTargetKinds.filter((kind) => !Object.hasOwn(unusualRows, kind) && !inNoTable.includes(kind))

const gone: AuditVerb[] = ['deleted', 'disconnected']
// Sessions end also of what is gone; the others leave the row alone, and it can go meanwhile.
const unheld: AuditVerb[] = ['sessions_ended', 'unchanged', 'tested', 'pulled', 'pushed']

/** The operations that may have nothing to change: what they name is not there, or they name nothing. */
const mayTouchNothing = [
  'bulkDeleteWorkspaceObjects',
  'bulkMoveWorkspaceObjects',
  'bulkUserAction',
  'deleteEmbedTenant',
  'setEnvVariables',
  'stopDevMode',
]

const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/**
 * In every database of a test, whatever it tests: an entry of a write names something, and each thing it names is there once it
 * was written, or gone if the entry says so. Laid below the server, so that no operation can be forgotten.
 */
export const trailGuard = [
  'create schema testing',
  `create function testing.check_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
  declare
    e public.audit_entries := new;
    m bigint := (select min(p ->> 'id') from jsonb_array_elements(new.targets) p where p ->> 'kind' in ('data_model', 'remote', 'deployment'));
    t record;
    is_there boolean;
  begin
    if new.outcome <> 'done' or new.actor_kind not in ('user', 'service_account') then return new; end if;
    if new.targets = '[]' and new.operation not in (${list(mayTouchNothing)}) then
      raise exception 'The audit entry of % names nothing.', new.operation;
    end if;
    if new.targets <> '[]' and new.targets -> 0 ->> 'did' is null then
      raise exception 'The audit entry of % does not begin with what was done: %', new.operation, new.targets;
    end if;
    for t in select p.kind, p.id, p.did from jsonb_to_recordset(new.targets) as p(kind text, id text, did text)
      where p.did not in (${list(unheld)}) and p.kind not in (${list(inNoTable)})
    loop
      if t.kind in (${list(inUsualTables)}) then
        continue when to_regclass('public.' || t.kind || 's') is null;
        execute format('select exists (select from public.%I r where r.tenant_id = $1 and r.id = $2)', t.kind || 's')
          into is_there using e.tenant_id, t.id::bigint;
      else
        is_there := case t.kind
          ${Object.entries(unusualRows)
            .map(([kind, rows]) => `when '${kind}' then exists (select from ${rows})`)
            .join('\n          ')}
        end;
      end if;
      if is_there is distinct from (t.did not in (${list(gone)})) and not (is_there is false and new.targets @>
        jsonb_build_array(jsonb_build_object('kind', t.kind, 'id', t.id, 'did', 'deleted'))) then
        raise exception 'The audit entry of % says of the % "%" that it was %, and it is %there.', new.operation, t.kind, t.id, t.did,
          case when is_there then '' else 'not ' end;
      end if;
    end loop;
    return new;
  end $$`,
  'create trigger trail_guard before insert on audit_entries for each row execute function testing.check_entry()',
]
