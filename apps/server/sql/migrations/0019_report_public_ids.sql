-- Reports name the embed tenant that they belong to.

-- So that public ids can be unique in a workspace: whoever chooses one in an embed tenant must not block one of the console.
alter table content_reports add column embed_tenant_id bigint not null default 0;
update content_reports r set embed_tenant_id = i.embed_tenant_id
from content_items i
where i.tenant_id = r.tenant_id and i.id = r.id and i.embed_tenant_id <> 0;
