/** What hits of secrets are called that dbt syncs are given: each by itself, so that a leak of one is not taken for that of another. */
export const dbtNames = {
  token: 'the token of a dbt repository',
  variable: 'a variable of a dbt project',
  webhook: 'the secret of push notices of a dbt repository',
  ssh: 'the SSH key of a dbt repository',
} as const
