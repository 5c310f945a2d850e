-- What is pushed of dbt may be packed, and a manifest may have a catalog beside it.

-- The object is the file as it came; `size_bytes` is what it unpacks to.
alter table dbt_manifests add column is_packed boolean not null default false;

-- One for each manifest: the last that was pushed.
create table dbt_catalogs (
  tenant_id bigint not null,
  manifest_id bigint not null,
  object_key text not null,
  sha256 text not null,
  size_bytes bigint not null,
  is_packed boolean not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, manifest_id),
  foreign key (tenant_id, manifest_id) references dbt_manifests on delete cascade
);
create index dbt_catalogs_object_idx on dbt_catalogs (tenant_id, object_key);
call facet_protect('dbt_catalogs');
