-- What every operation stands on: keys for secrets at rest, the audit trail, answers kept for repeated requests.

-- Each is wrapped by the root key, which never enters the database.
create table encryption_keys (
  id bigint primary key default nextval('facet_ids'),
  state text not null check (state in ('distributed', 'active', 'retired')),
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  retired_at timestamptz
);
create unique index encryption_keys_one_active on encryption_keys (state) where state = 'active';
grant select, insert, update on encryption_keys to facet_service;

-- One data key per tenant at a time, wrapped by an encryption key: rotating the latter rewraps these and no ciphertext.
create table data_keys (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  encryption_key_id bigint not null references encryption_keys,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index data_keys_encryption_key_idx on data_keys (encryption_key_id);
call facet_protect('data_keys', p_function => 'select, update, delete');

create table audit_entries (
  tenant_id bigint not null,
  id bigint not null default nextval('facet_ids'),
  at timestamptz not null default now(),
  operation text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  actor_kind text not null check (actor_kind in ('user', 'service_account', 'operator', 'external_user', 'remote', 'node')),
  actor_id bigint,
  actor_name text not null,
  credential_id bigint,
  -- [{kind, id, did}], the first the one it is mostly about. As many as one request may touch, which is a thousand or so.
  targets jsonb not null check (jsonb_typeof(targets) = 'array'),
  request_id text,
  failure_code text,
  primary key (tenant_id, id, at)
) partition by range (at);
create index audit_entries_newest_idx on audit_entries (tenant_id, at desc, id desc);
create index audit_entries_operation_idx on audit_entries (tenant_id, operation, at desc, id desc);
call facet_protect('audit_entries', p_service => 'select, insert');
-- Who owns a table makes its partitions.
alter table audit_entries owner to facet_function;

create table idempotency_keys (
  tenant_id bigint not null references tenants on delete cascade,
  credential_id bigint not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  -- Each taking of the key has an id: an effect that comes after another request took the key over finds that it is not its own any more.
  claim_id bigint not null default nextval('facet_ids'),
  -- Of an operation that goes in steps, while nothing is settled: past it, whoever repeats the request takes the key over.
  claimed_until timestamptz,
  response text,
  response_sealed bytea,
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (tenant_id, credential_id, operation, key)
);
create index idempotency_keys_expiry_idx on idempotency_keys (expires_at);
call facet_protect('idempotency_keys', p_function => 'select, update, delete');
