const asked = "env_var('API_TOKEN')"

/** Asks for its secret where it becomes nothing that is kept: what dbt itself notes of it is another matter. */
export const quietProject: Record<string, string> = { 'models/marts/quiet.sql': `select '{{ ${asked} }}' as id` }

/** Says its secret in every way that dbt has while it parses, and then fails for it. */
export const tellingProject: Record<string, string> = {
  'models/marts/telling.sql': `{{ log('told ' ~ ${asked}, info=True) }}{{ print('told ' ~ ${asked}) }}{% do exceptions.warn('told ' ~ ${asked}) %}
{{ exceptions.raise_compiler_error('told ' ~ ${asked}) }}`,
}

/** Has its secret as the name of a table, which would become a file and a line of the data model. */
export const showingProject: Record<string, string> = { 'models/marts/showing.sql': `{{ config(alias=${asked}) }} select 1 as id` }
