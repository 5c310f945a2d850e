-- What narrows what a cached credential may do. Deferred: see revocation_epoch.
-- facet: after access/raise_revocation_epoch_of_group

drop trigger if exists api_keys_revocation on api_keys;
create constraint trigger api_keys_revocation after update or delete on api_keys deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists principals_revocation on principals;
create constraint trigger principals_revocation after update or delete on principals deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists roles_revocation on roles;
create constraint trigger roles_revocation after update or delete on roles deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists role_grants_revocation on role_grants;
create constraint trigger role_grants_revocation after insert or update or delete on role_grants deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists tenants_revocation on tenants;
create constraint trigger tenants_revocation after insert or update or delete on tenants deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists tenant_hosts_revocation on tenant_hosts;
create constraint trigger tenant_hosts_revocation after insert or update or delete on tenant_hosts deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists installation_revocation on installation;
create constraint trigger installation_revocation after update on installation deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

-- Who an owner is to a query, which a token of theirs carries as it is now. A user's own row goes with its principal; values that go with their
-- user or their definition raise nothing by themselves: there may be many, and what they went with has raised it.
drop trigger if exists users_revocation on users;
create constraint trigger users_revocation after update of security_context on users deferrable initially deferred
  for each row when (old.security_context is distinct from new.security_context) execute function facet_raise_revocation_epoch();

drop trigger if exists user_attribute_values_revocation on user_attribute_values;
create constraint trigger user_attribute_values_revocation after insert or update or delete on user_attribute_values deferrable initially deferred
  for each row when (pg_trigger_depth() = 0) execute function facet_raise_revocation_epoch();

-- Those of embed tenants are no user's of the tenant itself.
drop trigger if exists user_attributes_revocation on user_attributes;
create constraint trigger user_attributes_revocation after insert or update of name, type, default_value, is_trusted on user_attributes deferrable initially deferred
  for each row when (new.embed_tenant_id is null) execute function facet_raise_revocation_epoch();

drop trigger if exists user_attributes_no_more_revocation on user_attributes;
create constraint trigger user_attributes_no_more_revocation after delete on user_attributes deferrable initially deferred
  for each row when (old.embed_tenant_id is null) execute function facet_raise_revocation_epoch();

-- A policy on a deployment, and who is in a group that has one.
drop trigger if exists deployment_grants_revocation on deployment_grants;
create constraint trigger deployment_grants_revocation after insert or update or delete on deployment_grants deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists user_group_members_revocation on user_group_members;
create constraint trigger user_group_members_revocation after insert or delete on user_group_members deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch_of_group();
