-- The data model of each deployment: a repository whose packs are in the object store, its branches, uploads and remote.

-- Where the other nodes reach this one; a node without an address is never an owner.
alter table nodes add column address text;

alter table deployments
  add column widening_merges text not null default 'allow',
  add column model_code_edits text not null default 'model';

-- Every change of refs or packs compares epoch and version and sets the next: whoever acted on an older state changes nothing.
-- The epoch rises when another node than the last writes.
create table repositories (
  tenant_id bigint not null,
  deployment_id bigint not null,
  epoch bigint not null default 0,
  version bigint not null default 0,
  owner_node text,
  packs jsonb not null default '[]',
  refs jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id),
  foreign key (tenant_id, deployment_id) references deployments on delete cascade
);

-- The head of each is a ref of the repository; here is what git does not know of it.
create table branches (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  name text not null,
  kind text not null check (kind in ('shared', 'dev')),
  parent_id bigint,
  principal_id bigint,
  is_own_fork boolean not null default false,
  is_staging boolean not null default false,
  expires_at timestamptz,
  pulled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id, id),
  foreign key (tenant_id, deployment_id) references repositories on delete cascade,
  foreign key (tenant_id, deployment_id, parent_id) references branches on delete set null (parent_id)
);
create unique index branches_name_key on branches (tenant_id, deployment_id, name);
-- One fork a person, deployment and parent; those made fresh for a run are beside it.
create unique index branches_fork_key on branches (tenant_id, deployment_id, principal_id, parent_id) where kind = 'dev' and not is_own_fork;
create index branches_parent_idx on branches (tenant_id, deployment_id, parent_id);
create index branches_expiry_idx on branches (expires_at) where expires_at is not null;

-- The branch a credential is on, for clients that do not name one.
create table dev_modes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  credential_id bigint not null,
  branch_id bigint not null,
  entered_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id, credential_id),
  foreign key (tenant_id, deployment_id, branch_id) references branches on delete cascade
);
create index dev_modes_branch_idx on dev_modes (tenant_id, deployment_id, branch_id);

create table uploads (
  tenant_id bigint not null,
  deployment_id bigint not null,
  id text not null,
  branch_id bigint not null,
  project_root text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '6 hours',
  primary key (tenant_id, deployment_id, id),
  foreign key (tenant_id, deployment_id, branch_id) references branches on delete cascade
);
create index uploads_expiry_idx on uploads (expires_at);
create index uploads_branch_idx on uploads (tenant_id, deployment_id, branch_id);

create table upload_files (
  tenant_id bigint not null,
  deployment_id bigint not null,
  upload_id text not null,
  path text not null,
  sha1 text not null,
  sha256 text not null,
  size bigint not null,
  object_key text not null,
  primary key (tenant_id, deployment_id, upload_id, path),
  foreign key (tenant_id, deployment_id, upload_id) references uploads on delete cascade
);

create table repository_remotes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  url text not null,
  username text,
  token_sealed bytea,
  ssh_key_sealed bytea,
  ssh_public_key text,
  host_keys text[] not null default '{}',
  webhook_token_hash bytea not null,
  connection_id bigint not null default nextval('facet_ids'),
  connected_at timestamptz not null default now(),
  primary key (tenant_id, deployment_id),
  foreign key (tenant_id, deployment_id) references repositories on delete cascade
);

-- What is to be pushed, and what became of it: asked for in the transaction of the change that is to go there. `requests` rises
-- with every asking, so that a push which began before one says nothing about it; `connection_id` is the connection it was asked of, and
-- `request_id` the request that asked last.
create table remote_pushes (
  tenant_id bigint not null,
  deployment_id bigint not null,
  branch_id bigint not null,
  connection_id bigint not null,
  state text not null check (state in ('pending', 'pushed', 'failed')),
  requests bigint not null default 0,
  request_id text,
  attempts int not null default 0,
  last_hash text,
  cause text,
  message text,
  next_attempt_at timestamptz,
  pushed_at timestamptz,
  primary key (tenant_id, deployment_id, branch_id),
  foreign key (tenant_id, deployment_id) references repository_remotes on delete cascade,
  foreign key (tenant_id, deployment_id, branch_id) references branches on delete cascade
);
create index remote_pushes_due_idx on remote_pushes (next_attempt_at, branch_id) where state = 'pending';
create index remote_pushes_unpushed_idx on remote_pushes (state) where state <> 'pushed';

-- A push notice that moved a branch is in the trail as well.
alter table audit_entries drop constraint audit_entries_actor_kind_check;
alter table audit_entries add constraint audit_entries_actor_kind_check
  check (actor_kind in ('user', 'service_account', 'operator', 'external_user', 'remote', 'node')) not valid;

-- Objects of the store that no row refers to, with the time they may go. One is listed before it is written, and the statement
-- that refers to it takes it off: a node that dies between leaves nothing behind, and one that wakes up too late finds its object
-- claimed by the collector and refers to nothing that is gone.
create table loose_objects (
  tenant_id bigint not null,
  key text not null,
  due_at timestamptz not null,
  is_claimed boolean not null default false,
  primary key (tenant_id, key)
);
create index loose_objects_due_idx on loose_objects (due_at);

create function facet_loosen_packs() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.loose_objects (tenant_id, key, due_at)
  select old.tenant_id, k.value, now() + make_interval(hours => 168)
  from jsonb_array_elements(old.packs) p, lateral (values (p ->> 'key'), (p ->> 'indexKey')) k(value)
  where k.value is not null
  on conflict do nothing;
  return old;
end $$;
create trigger loosen_packs after delete on repositories for each row execute function facet_loosen_packs();

create function facet_loosen_upload_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.loose_objects (tenant_id, key, due_at) values (old.tenant_id, old.object_key, now() + make_interval(hours => 1)) on conflict do nothing;
  return old;
end $$;
create trigger loosen_upload_file after delete on upload_files for each row execute function facet_loosen_upload_file();
create trigger loosen_replaced_file after update on upload_files for each row when (old.object_key <> new.object_key) execute function facet_loosen_upload_file();

-- The collector: claims what is due, removes it from the store, then forgets it.
create function facet_claim_loose_objects(p_limit int) returns table (tenant_id bigint, key text) language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  update public.loose_objects l set is_claimed = true
  from (select o.tenant_id, o.key from public.loose_objects o where o.due_at < now() order by o.due_at limit p_limit for update skip locked) due
  where l.tenant_id = due.tenant_id and l.key = due.key
  returning l.tenant_id, l.key
$$;

create function facet_forget_loose_objects(p_tenant_ids bigint[], p_keys text[]) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.loose_objects l using unnest(p_tenant_ids, p_keys) g(tenant_id, key)
  where l.tenant_id = g.tenant_id and l.key = g.key and l.is_claimed;
  get diagnostics gone = row_count;
  return gone;
end $$;

create function facet_forget_uploads(p_limit int) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  gone int;
begin
  delete from public.uploads u using (select o.tenant_id, o.deployment_id, o.id from public.uploads o where o.expires_at < now() limit p_limit for update skip locked) due
  where u.tenant_id = due.tenant_id and u.deployment_id = due.deployment_id and u.id = due.id;
  get diagnostics gone = row_count;
  return gone;
end $$;

create function facet_list_expired_branches(p_limit int) returns table (tenant_id bigint, deployment_id bigint, id bigint, name text) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select b.tenant_id, b.deployment_id, b.id, b.name from public.branches b where b.expires_at < now() order by b.expires_at limit p_limit $$;

-- A page behind the last one seen, in turn: the longest due of every tenant first, then the next of each. Within a turn the tenants come first
-- that were not tried, then those in p_tried from its beginning. None of tenants that are suspended. Whose they are to try is not known here,
-- so nothing but the end of the list ends it.
create function facet_list_due_pushes(p_limit int, p_after_turn bigint, p_after_place bigint, p_after timestamptz, p_after_id bigint, p_tried bigint[], p_without bigint[])
returns table (tenant_id bigint, deployment_id bigint, id bigint, name text, turn bigint, place bigint, due_at text, is_unreachable boolean) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.tenant_id, p.deployment_id, p.branch_id, b.name, p.turn, p.place, p.next_attempt_at::text, p.is_unreachable
  from (
    select d.tenant_id, d.deployment_id, d.branch_id, d.next_attempt_at, coalesce(d.cause = 'remote_unreachable', false) as is_unreachable,
      row_number() over (partition by d.tenant_id order by d.next_attempt_at, d.branch_id) as turn, coalesce(r.place, 0) as place
    from public.remote_pushes d
    join public.tenants t on t.id = d.tenant_id and t.suspended_at is null
    left join unnest(p_tried) with ordinality r(tenant_id, place) on r.tenant_id = d.tenant_id
    where d.state = 'pending' and d.next_attempt_at < now() and d.tenant_id <> all (p_without)
  ) p
  join public.branches b on b.tenant_id = p.tenant_id and b.deployment_id = p.deployment_id and b.id = p.branch_id
  where (p.turn, p.place, p.next_attempt_at, p.branch_id) > (p_after_turn, p_after_place, p_after, p_after_id)
  order by p.turn, p.place, p.next_attempt_at, p.branch_id limit p_limit
$$;

create function facet_count_pushes() returns table (pending bigint, failed bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select count(*) filter (where p.state = 'pending'), count(*) filter (where p.state = 'failed') from public.remote_pushes p where p.state <> 'pushed'
$$;

-- For a database brought back from a copy: what was to be pushed when the copy was made goes nowhere by itself.
create function facet_hold_back_pushes(p_cause text, p_message text) returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held int;
begin
  update public.remote_pushes p set state = 'failed', cause = p_cause, message = p_message, next_attempt_at = null where p.state = 'pending';
  get diagnostics held = row_count;
  return held;
end $$;

-- Whether a push notice may be believed, before anything else of the deployment is looked at.
create function facet_find_webhook(p_tenant_id bigint, p_deployment_id bigint, p_token_hash bytea) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.repository_remotes r where r.tenant_id = p_tenant_id and r.deployment_id = p_deployment_id and r.webhook_token_hash = p_token_hash)
$$;

do $$
declare
  name text;
begin
  foreach name in array array['repositories', 'branches', 'dev_modes', 'uploads', 'upload_files', 'repository_remotes', 'remote_pushes', 'loose_objects'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy service on %I to facet_service using (tenant_id = facet_current_tenant()) with check (tenant_id = facet_current_tenant())', name);
    execute format('create policy function on %I to facet_function using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to facet_service', name);
    execute format('grant select, insert, update, delete on %I to facet_function', name);
  end loop;
end $$;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'facet_loosen_packs()', 'facet_loosen_upload_file()', 'facet_claim_loose_objects(int)', 'facet_forget_loose_objects(bigint[], text[])',
    'facet_forget_uploads(int)', 'facet_list_expired_branches(int)', 'facet_list_due_pushes(int, bigint, bigint, timestamptz, bigint, bigint[], bigint[])',
    'facet_count_pushes()', 'facet_hold_back_pushes(text, text)', 'facet_find_webhook(bigint, bigint, bytea)'
  ] loop
    execute format('alter function %s owner to facet_function', signature);
    execute format('revoke all on function %s from public', signature);
    execute format('grant execute on function %s to facet_service', signature);
  end loop;
end $$;
