/** The variables that a run is given. Which of them a project may see is decided for each phase. */
export type RunVariables = {
  /** Those the integration names. They are the project's to use. */
  selected: Readonly<Record<string, string>>
  /** `CUBEJS_DB_*` of the deployment, with the credential of its warehouse. */
  database: Readonly<Record<string, string>>
}

const isSecret = (name: string): boolean => /PASS|SECRET|TOKEN|KEY|CREDENTIAL|URL|USER/i.test(name)

/** Set, so that a project which asks for it can be parsed, and worth nothing. */
const placeholder = 'facet'

/** The values that a project is given while nothing is connected to: names of databases and hosts, and what it was promised by name. */
export const givenVariables = ({ selected, database }: RunVariables): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(database).filter(([name]) => !isSecret(name))),
  ...selected,
})

/** What a project sees while nothing is connected to: what it is given, and a word for each credential. */
export const withoutCredentials = (variables: RunVariables): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(variables.database).map((name) => [name, placeholder])),
  ...givenVariables(variables),
})
