-- Public ids of reports are unique in a workspace.
-- facet: no transaction
create unique index concurrently content_reports_own_public_id_key on content_reports (tenant_id, embed_tenant_id, public_id);
