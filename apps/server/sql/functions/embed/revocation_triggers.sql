-- What changes the answer to whether a session or a token holds, how it is signed, or what its page may load. Deferred: see revocation_epoch.
-- facet: after access/raise_revocation_epoch

drop trigger if exists embed_watermarks_revocation on embed_watermarks;
create constraint trigger embed_watermarks_revocation after insert or update on embed_watermarks deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists embed_signing_keys_revocation on embed_signing_keys;
create constraint trigger embed_signing_keys_revocation after insert or update or delete on embed_signing_keys deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists tenant_settings_revocation on tenant_settings;
create constraint trigger tenant_settings_revocation after insert or update on tenant_settings deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();

drop trigger if exists app_config_revocation on app_config;
create constraint trigger app_config_revocation after insert or update on app_config deferrable initially deferred
  for each row execute function facet_raise_revocation_epoch();
