-- What changes to whom a request of the data API goes, or which tokens it may carry. Deferred: see revocation_epoch.
-- facet: after access/raise_revocation_epoch

drop trigger if exists deployments_revocation on deployments;
create constraint trigger deployments_revocation after update of slug, custom_domain or delete on deployments deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists env_variables_revocation on env_variables;
create constraint trigger env_variables_revocation after insert or update on env_variables deferrable initially deferred
  for each row when (new.name = 'CUBEJS_API_SECRET') execute function facet_raise_revocation_epoch();

drop trigger if exists env_variables_removed_revocation on env_variables;
create constraint trigger env_variables_removed_revocation after delete on env_variables deferrable initially deferred
  for each row when (old.name = 'CUBEJS_API_SECRET') execute function facet_raise_revocation_epoch();
