-- Embed sessions: minted by one statement, exchanged once for a token, known and revocable for as long as the token lives.

-- The record of a mint: what was frozen for whom, by which key. It is its own audit entry and stays when the session is used.
create table embed_sessions (
  tenant_id bigint not null,
  bucket int not null,
  id bigint not null,
  secret_hash bytea not null,
  deployment_id bigint not null,
  user_id bigint not null,
  is_internal boolean not null,
  embed_tenant_id bigint not null,
  api_key_id bigint not null,
  is_creator_mode boolean not null,
  group_ids bigint[] not null,
  attribute_values jsonb not null,
  document jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  restore_epoch int not null,
  grant_bucket int,
  second_use_at timestamptz,
  primary key (tenant_id, bucket, id)
) partition by range (bucket);
call facet_protect('embed_sessions', p_service => 'select, update');

-- One row per token: the live registry. Its id is the session's. The token also carries `token_id`, 128 random bits of the service:
-- a number can come a second time, after a restore for one, and must not make one user another.
create table embed_grants (
  tenant_id bigint not null,
  bucket int not null,
  id bigint not null,
  token_id bytea not null check (length(token_id) = 16),
  session_bucket int not null,
  deployment_id bigint not null,
  user_id bigint not null,
  is_internal boolean not null,
  embed_tenant_id bigint not null,
  api_key_id bigint not null,
  is_creator_mode boolean not null,
  group_ids bigint[] not null,
  identity jsonb not null,
  document jsonb not null,
  minted_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  restore_epoch int not null,
  primary key (tenant_id, bucket, id)
) partition by range (bucket);
create index embed_grants_newest_idx on embed_grants (tenant_id, id desc);
create index embed_grants_user_idx on embed_grants (tenant_id, user_id, id desc);
create index embed_grants_embed_tenant_idx on embed_grants (tenant_id, embed_tenant_id, id desc);
create index embed_grants_key_idx on embed_grants (tenant_id, api_key_id, id desc);
create index embed_grants_deployment_idx on embed_grants (tenant_id, deployment_id, id desc);
call facet_protect('embed_grants', p_service => 'select, update');

-- `next` is published before it signs, `retired` for as long as a token it signed can live.
create table embed_signing_keys (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  state text not null check (state in ('next', 'active', 'retired')),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (tenant_id, id)
);
create unique index embed_signing_keys_one_active on embed_signing_keys (tenant_id) where state = 'active';
create unique index embed_signing_keys_one_next on embed_signing_keys (tenant_id) where state = 'next';
call facet_protect('embed_signing_keys');

-- Rows that find no hour of their own go to the default. Hours are made and dropped by whoever owns the tables.
create table embed_sessions_default partition of embed_sessions default with (fillfactor = 80);
create table embed_grants_default partition of embed_grants default;
call facet_protect('embed_sessions_default', p_service => 'select, update');
call facet_protect('embed_grants_default', p_service => 'select, update');
alter table embed_sessions owner to facet_function;
alter table embed_sessions_default owner to facet_function;
alter table embed_grants owner to facet_function;
alter table embed_grants_default owner to facet_function;
