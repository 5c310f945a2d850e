-- What changes a catalog: of which column a row says its catalog, and by which columns sessions are minted.
-- facet: after embed/change_catalogs
create or replace trigger groups_changed after update on groups referencing old table as changed_from new table as changed_to for each statement
  execute function facet_change_catalogs('embed_tenant_id', 'tenant_id, id, embed_tenant_id, namespace, name');
create or replace trigger groups_removed after delete on groups referencing old table as changed_from for each statement
  execute function facet_change_catalogs('embed_tenant_id');
create or replace trigger user_attributes_changed after update on user_attributes referencing old table as changed_from new table as changed_to for each statement
  execute function facet_change_catalogs('embed_tenant_id', 'tenant_id, id, embed_tenant_id, name, type, is_trusted');
create or replace trigger user_attributes_removed after delete on user_attributes referencing old table as changed_from for each statement
  execute function facet_change_catalogs('embed_tenant_id');
create or replace trigger embed_tenants_changed after update on embed_tenants referencing old table as changed_from new table as changed_to for each statement
  execute function facet_change_catalogs('id', 'tenant_id, id, name, removed_at');
create or replace trigger embed_tenants_removed after delete on embed_tenants referencing old table as changed_from for each statement
  execute function facet_change_catalogs('id');
