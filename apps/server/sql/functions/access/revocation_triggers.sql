-- What narrows what a cached credential may do. Deferred: see revocation_epoch.
-- facet: after access/raise_revocation_epoch

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
