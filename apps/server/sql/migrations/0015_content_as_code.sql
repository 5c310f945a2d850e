-- What content needs to be kept as files: a name of each workbook that is no number, and what of an item was last imported.

-- The same in every place that the workbook was imported to.
alter table content_workbooks add column file_key text not null
  default substr(translate(encode(sha256(gen_random_uuid()::text::bytea), 'base64'), '+/=', ''), 1, 12) check (file_key ~ '^[0-9A-Za-z]{12}$');
create unique index content_workbooks_file_key on content_workbooks (tenant_id, deployment_id, embed_tenant_id, file_key);

-- The revision of an item, and of the dashboard of a workbook, as the last import left them: whoever changed one since then is asked first.
create table content_imports (
  tenant_id bigint not null,
  item_id bigint not null,
  part text not null check (part in ('item', 'dashboard')),
  revision text not null check (char_length(revision) <= 100),
  imported_at timestamptz not null default now(),
  primary key (tenant_id, item_id, part),
  foreign key (tenant_id, item_id) references content_items on delete cascade
);
call facet_protect('content_imports');
