import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from '../../../harness/installation.ts'
import type { Account } from './account.ts'
import { attributePlaces, attributeName, groupName, groupPlaces } from './request.ts'

/**
 * The plain way to do the same: names resolved in SQL, memberships and values in tables of their own and compared row by row.
 * It does less than ours, since it checks neither epochs nor limits; that is in its favour.
 */
const schema = `
create schema naive;
create table naive.users (
  tenant_id bigint not null, id bigint not null default nextval('facet_ids'), embed_tenant_id bigint not null, external_id text not null,
  email text, display_name text, picture text, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id), unique (tenant_id, embed_tenant_id, external_id));
create table naive.memberships (
  tenant_id bigint not null, user_id bigint not null, group_id bigint not null, primary key (tenant_id, user_id, group_id));
create table naive.attribute_values (
  tenant_id bigint not null, user_id bigint not null, attribute_id bigint not null, value jsonb not null, primary key (tenant_id, user_id, attribute_id));
create table naive.sessions (
  tenant_id bigint not null, id bigint not null default nextval('facet_ids'), secret_hash bytea not null, deployment_id bigint not null, user_id bigint not null,
  embed_tenant_id bigint not null, api_key_id bigint not null, document jsonb not null, created_at timestamptz not null, expires_at timestamptz not null,
  primary key (tenant_id, id));

create function naive.mint(p_tenant_id bigint, p_embed_tenant text, p_external_id text, p_email text, p_display_name text, p_picture text,
  p_groups text[], p_attributes jsonb, p_deployment_id bigint, p_api_key_id bigint, p_secret_hash bytea, p_document jsonb)
returns bigint language plpgsql volatile as $$
declare
  embed bigint;
  visitor naive.users;
  wanted bigint[];
  session bigint;
begin
  select e.id into strict embed from embed_tenants e where e.tenant_id = p_tenant_id and e.name = p_embed_tenant and e.removed_at is null;
  perform 1 from deployments d where d.tenant_id = p_tenant_id and d.id = p_deployment_id;
  if not found then raise exception 'no deployment'; end if;
  select array_agg(g.id) into wanted from groups g
  where g.tenant_id = p_tenant_id and g.embed_tenant_id = embed and g.namespace = 'groups' and g.name = any (p_groups);
  if coalesce(cardinality(wanted), 0) <> cardinality(p_groups) then raise exception 'groups not found'; end if;

  insert into naive.users as u (tenant_id, embed_tenant_id, external_id, email, display_name, picture)
  values (p_tenant_id, embed, p_external_id, p_email, p_display_name, p_picture)
  on conflict (tenant_id, embed_tenant_id, external_id) do update set email = excluded.email, display_name = excluded.display_name,
    picture = excluded.picture, updated_at = now()
    where (u.email, u.display_name, u.picture) is distinct from (excluded.email, excluded.display_name, excluded.picture)
  returning * into visitor;
  if not found then
    select * into visitor from naive.users u where u.tenant_id = p_tenant_id and u.embed_tenant_id = embed and u.external_id = p_external_id;
  end if;

  delete from naive.memberships m where m.tenant_id = p_tenant_id and m.user_id = visitor.id and not m.group_id = any (wanted);
  insert into naive.memberships (tenant_id, user_id, group_id) select p_tenant_id, visitor.id, g from unnest(wanted) g on conflict do nothing;

  insert into naive.attribute_values as v (tenant_id, user_id, attribute_id, value)
  select p_tenant_id, visitor.id, a.id, sent.value
  from jsonb_each(p_attributes) sent join user_attributes a on a.tenant_id = p_tenant_id and a.embed_tenant_id = embed and a.name = sent.key
  on conflict (tenant_id, user_id, attribute_id) do update set value = excluded.value where v.value is distinct from excluded.value;

  insert into naive.sessions (tenant_id, secret_hash, deployment_id, user_id, embed_tenant_id, api_key_id, document, created_at, expires_at)
  values (p_tenant_id, p_secret_hash, p_deployment_id, visitor.id, embed, p_api_key_id, p_document, now(), now() + interval '5 minutes')
  returning id into session;
  return session;
end $$;
grant usage on schema naive to facet;
grant select, insert, update, delete on all tables in schema naive to facet;
alter function naive.mint security definer;
`

const call = (account: Account, user: string): string => {
  const groups = groupPlaces.map((place) => `'${groupName(place)}'`).join(', ')
  const values = attributePlaces.map((place, index) => `"${attributeName(place)}": "department-${index}"`).join(', ')
  const { tenantId } = account.tenant
  return `naive.mint(${tenantId}, 'customer-' || (${user}::int % ${account.catalogs}), 'nv' || ${user}, 'nv' || ${user} || '@customer.example', 'Visitor nv' || ${user},
    'https://pictures.example/nv' || ${user} || '.png', array[${groups}], '{${values}}', ${account.deploymentId}, ${account.apiKeyId},
    '\\x${'ab'.repeat(32)}', '{"settings": {"showDashboardChat": true}, "securityContext": {"plan": "enterprise", "region": "eu-central", "customerId": 0}}')`
}

/** Makes the plain design with its own users, who have all been there before, and the script that visits as one of them. */
export const writeNaiveScript = async (installation: Installation, account: Account, users: number): Promise<string> => {
  await installation.sql(schema)
  await installation.sql(`select ${call(account, 'n')} from generate_series(0, ${users - 1}) n`)
  await installation.sql('truncate naive.sessions')
  await installation.sql('analyze naive.users, naive.memberships, naive.attribute_values')
  const file = join(installation.folder, 'mint-naive.sql')
  writeFileSync(file, `\\set n random(0, ${users - 1})\nselect ${call(account, ':n::text')};\n`)
  return file
}
