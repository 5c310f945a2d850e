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

/** What a project sees while nothing is connected to: names of databases and hosts as they are, credentials as a word. */
export const withoutCredentials = ({ selected, database }: RunVariables): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(database).map(([name, value]) => [name, isSecret(name) ? placeholder : value])),
  ...selected,
})

export const allVariables = ({ selected, database }: RunVariables): Record<string, string> => ({ ...database, ...selected })
