/** Names of the secrets that dbt syncs receive, in hits. */
export const dbtNames = {
  token: 'the token of a dbt repository',
  variable: 'a variable of a dbt project',
  webhook: 'the secret of push notices of a dbt repository',
  ssh: 'the SSH key of a dbt repository',
} as const

const asked = "env_var('API_TOKEN')"

/** Uses its secret in a query that is not stored. */
export const quietProject: Record<string, string> = { 'models/marts/quiet.sql': `select '{{ ${asked} }}' as id` }

/** Logs, prints and warns with its secret while dbt parses, and then fails with it. */
export const tellingProject: Record<string, string> = {
  'models/marts/telling.sql': `{{ log('told ' ~ ${asked}, info=True) }}{{ print('told ' ~ ${asked}) }}{% do exceptions.warn('told ' ~ ${asked}) %}
{{ exceptions.raise_compiler_error('told ' ~ ${asked}) }}`,
}

/** Uses its secret as a table name, which would become part of the data model. */
export const showingProject: Record<string, string> = { 'models/marts/showing.sql': `{{ config(alias=${asked}) }} select 1 as id` }
