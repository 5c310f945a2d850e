-- What of each item was last imported.

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
