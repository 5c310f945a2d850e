-- What counts as an ending, and what takes one back.
-- facet: after ledger/record_ending
create or replace trigger api_keys_ending after delete on api_keys for each row execute function facet_record_ending('api_key');
create or replace trigger principals_ending after delete on principals for each row execute function facet_record_ending('principal');
create or replace trigger principals_deactivated_ending after update of is_deactivated on principals for each row
  when (new.is_deactivated and not old.is_deactivated) execute function facet_record_ending('principal_deactivated');
create or replace trigger principals_activated_ending after update of is_deactivated on principals for each row
  when (old.is_deactivated and not new.is_deactivated) execute function facet_record_ending('principal_activated');
create or replace trigger role_grants_ending after delete on role_grants for each row execute function facet_record_ending('role_grant');
create or replace trigger deployment_grants_ending after delete on deployment_grants for each row execute function facet_record_ending('deployment_grant');
create or replace trigger embed_tenants_removed_ending after update of removed_at on embed_tenants for each row
  when (new.removed_at is not null and old.removed_at is null) execute function facet_record_ending('embed_tenant');
create or replace trigger embed_tenants_ending after delete on embed_tenants for each row
  when (old.removed_at is null) execute function facet_record_ending('embed_tenant');
create or replace trigger tenants_frozen_ending after update of embed_frozen_at on tenants for each row
  when (new.embed_frozen_at is not null and old.embed_frozen_at is null) execute function facet_record_ending('embedding_frozen');
create or replace trigger tenants_thawed_ending after update of embed_frozen_at on tenants for each row
  when (new.embed_frozen_at is null and old.embed_frozen_at is not null) execute function facet_record_ending('embedding_thawed');
create or replace trigger tenants_suspended_ending after update of suspended_at on tenants for each row
  when (new.suspended_at is not null and old.suspended_at is null) execute function facet_record_ending('tenant_suspended');
create or replace trigger tenants_resumed_ending after update of suspended_at on tenants for each row
  when (new.suspended_at is null and old.suspended_at is not null) execute function facet_record_ending('tenant_resumed');
