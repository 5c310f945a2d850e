-- Which members of the data model content uses, written with every save: what a change of the model breaks is found by them.

-- `state` says whether it is the item as it is edited or what is published of it. `used_in` and `part` say where in the item: `part` is the
-- id of a widget or the name of a calculated field, and empty for the item itself. `by_text` members were read out of a text and may be
-- something else; their case does not count, which is why all are found by `member_key`. Workspace and deployment are the item's, which never
-- change. There is no content from before: content and this table come with the same release, so no row is missing.
create table content_members (
  tenant_id bigint not null,
  deployment_id bigint not null,
  embed_tenant_id bigint not null,
  item_id bigint not null,
  state text not null check (state in ('saved', 'published')),
  used_in text not null check (used_in in ('query', 'chart', 'filter', 'calculated', 'sql')),
  part text collate "C" not null check (char_length(part) <= 128),
  member text collate "C" not null check (char_length(member) <= 255),
  member_key text collate "C" not null generated always as (lower(member)) stored,
  by_text boolean not null,
  primary key (tenant_id, item_id, state, used_in, part, member),
  foreign key (tenant_id, item_id) references content_items on delete cascade
);
create index content_members_member_idx on content_members (tenant_id, deployment_id, member_key, member, embed_tenant_id, item_id);
call facet_protect('content_members');

-- The names of the members that the model of a build has, as the engine's compiler says them, in capitals and small letters as they are. Null
-- where the build is from before, or has more than are kept: then nobody says of content that it is broken.
alter table builds add column members jsonb;
alter table builds add constraint builds_members_check check (octet_length(members::text) <= 16777216) not valid;
