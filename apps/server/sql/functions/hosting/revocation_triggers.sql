-- What changes where a request of the data API goes, and by which rules. An environment goes with its deployment. Deferred: see revocation_epoch.
-- facet: after access/raise_revocation_epoch

drop trigger if exists deployments_revocation on deployments;
create constraint trigger deployments_revocation after update of slug, custom_domain, embed_without_policy on deployments deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists environments_revocation on environments;
create constraint trigger environments_revocation after delete on environments deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists env_variables_secret_revocation on env_variables;
create constraint trigger env_variables_secret_revocation after insert or update on env_variables deferrable initially deferred
  for each row when (new.name = 'CUBEJS_API_SECRET') execute function facet_raise_revocation_epoch();

drop trigger if exists env_variables_no_secret_revocation on env_variables;
create constraint trigger env_variables_no_secret_revocation after delete on env_variables deferrable initially deferred
  for each row when (old.name = 'CUBEJS_API_SECRET') execute function facet_raise_revocation_epoch();
