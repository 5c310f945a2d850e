-- Public ids are unique in a workspace and not in a tenant.
drop index content_reports_public_id_key;
