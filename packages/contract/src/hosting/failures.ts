import type { FailureDefinitions } from '../failure-kinds.ts'

/** The codes that operations of this area answer with. */
export const failures = {
  deployment_not_found: {
    kind: 'not_found',
    meaning: 'No such deployment, or none that this caller may see.',
    cure: 'Take the id from the deployments list, with a key of the same tenant.',
    example: 'Deployment 999999 was not found. The deployments list shows the ones you can use.',
  },
  deployment_name_taken: { kind: 'conflict', meaning: 'Deployment names are unique in a tenant.' },
  region_not_found: { kind: 'invalid', meaning: 'The region is not one of those the regions list names.' },
  version_not_listed: { kind: 'invalid', meaning: 'The version is not one the versions list names for the channel.' },
  custom_domain_taken: {
    kind: 'conflict',
    meaning: 'The domain is in use by another deployment or tenant, or lies below the host of another tenant.',
  },
  env_variable_name_invalid: { kind: 'invalid', meaning: 'A new variable name is not a POSIX identifier.' },
  env_variable_name_reserved: { kind: 'invalid', meaning: 'The name steers the runtime or is set by the platform.' },
  env_variable_value_masked: { kind: 'invalid', meaning: 'The value is the mask that reading returns, not a value.' },
  env_variable_limit: { kind: 'invalid', meaning: 'The deployment has as many variables as it may have.' },
  environment_not_found: { kind: 'not_found', meaning: 'The deployment has no such environment.' },
  data_scope_invalid: { kind: 'invalid', meaning: 'A scope of a token for the data API is none that there is, or not one it may have.' },
  data_token_expired: {
    kind: 'unauthenticated',
    meaning: 'The token for the data API has expired.',
    cure: 'Make a new one; tokens of an environment live an hour at most, those of a deployment ten minutes.',
  },
  data_token_revoked: {
    kind: 'unauthenticated',
    meaning: 'What the token for the data API stands on has ended: its key, the owner of that key, their role, or its session.',
    cure: 'Make a new one with a credential that holds.',
  },
  driver_not_installed: {
    kind: 'invalid',
    meaning: 'The engine version of the deployment is installed without a driver for the warehouse that its variables name.',
  },
  env_variable_not_found: { kind: 'not_found', meaning: 'The deployment has no variable of this name.' },
  no_build: { kind: 'unavailable', meaning: 'The environment has no build that could be served: none has ended well yet.' },
  engine_starting: { kind: 'unavailable', meaning: 'The engine is starting, and the request could not wait for it any longer.' },
  engine_failed: { kind: 'unavailable', meaning: 'The engine does not start or ended by itself; it is tried again later and later.' },
  data_source_unknown: { kind: 'invalid', meaning: 'The variables of the deployment declare no such data source.' },
  deployment_required: {
    kind: 'invalid',
    meaning: 'The caller may see several deployments and named none.',
  },
  metadata_failed: { kind: 'unavailable', meaning: 'The engine of the deployment did not give its metadata, or gave too much of it.' },
  engine_unavailable: { kind: 'unavailable', meaning: 'No engine can be started now: the node has no memory left for it, or is stopping.' },
} as const satisfies FailureDefinitions
