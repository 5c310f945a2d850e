-- The outbox: events that commit with what they tell about, until every reaction to them is done.
-- facet: oldest reader 8

-- Events of one subject are handled in the order of their ids. `due_at` is when the event is looked at next: for one that is claimed, when
-- the claim ends. `dead_at` is set when it was given up; what comes behind it waits until an operator has it tried again.
create table outbox_events (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint not null default nextval('facet_ids'),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  claim_token uuid,
  dead_at timestamptz,
  last_error text,
  primary key (tenant_id, id)
);
create index outbox_events_due_idx on outbox_events (tenant_id, kind, due_at, id) where dead_at is null;
create index outbox_events_subject_idx on outbox_events (tenant_id, subject, id);
create index outbox_events_dead_idx on outbox_events (id) where dead_at is not null;
call facet_protect('outbox_events', p_service => 'select, insert');

-- What was removed before there were events goes as well.
insert into outbox_events (tenant_id, kind, subject, payload)
select tenant_id, 'embed_tenant.removed', 'embed_tenant ' || id, jsonb_build_object('embedTenantId', id)
from embed_tenants where removed_at is not null order by tenant_id, id;
