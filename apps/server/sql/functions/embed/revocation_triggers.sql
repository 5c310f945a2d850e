-- What changes the answer to whether a session or a token holds, how it is signed, or what its page may load. Deferred: see revocation_epoch.
-- facet: after access/raise_revocation_epoch

drop trigger if exists embed_watermarks_revocation on embed_watermarks;
create constraint trigger embed_watermarks_revocation after insert or update on embed_watermarks deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists embed_signing_keys_revocation on embed_signing_keys;
create constraint trigger embed_signing_keys_revocation after insert or update or delete on embed_signing_keys deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists tenant_settings_revocation on tenant_settings;
create constraint trigger tenant_settings_revocation after insert on tenant_settings deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists tenant_settings_changed_revocation on tenant_settings;
create constraint trigger tenant_settings_changed_revocation after update on tenant_settings deferrable initially deferred
  for each row when (old.settings is distinct from new.settings) execute function facet_raise_revocation_epoch();

drop trigger if exists app_config_revocation on app_config;
create constraint trigger app_config_revocation after insert on app_config deferrable initially deferred
  for each row when (new.config #> '{appTheme,typography}' is not null) execute function facet_raise_revocation_epoch();

-- Its fonts alone: whoever edits a theme saves often, and all that is known of the tenant is looked up anew each time.
drop trigger if exists app_config_changed_revocation on app_config;
create constraint trigger app_config_changed_revocation after update on app_config deferrable initially deferred
  for each row when (old.config #> '{appTheme,typography}' is distinct from new.config #> '{appTheme,typography}')
  execute function facet_raise_revocation_epoch();
