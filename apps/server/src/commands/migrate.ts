import type { MigrateConfig } from '#config-parts'
import { connectionProblem, isConnectionLost, isConnectionRefused, migrate } from '#db'
import { hasCode, isSystemError } from '#system-errors'

const userOf = (url: string): string => decodeURIComponent(new URL(url).username)

const explained = ({ databaseUrl, migrateDatabaseUrl: url }: MigrateConfig, error: unknown): unknown => {
  const variable = url === databaseUrl ? 'FACET_DATABASE_URL' : 'FACET_MIGRATE_DATABASE_URL'
  if (isSystemError(error) || isConnectionLost(error) || isConnectionRefused(error)) return connectionProblem(variable, url, error)
  if (error instanceof Error && hasCode(error.cause, '42501'))
    return new Error(`${error.message} ${variable} must name a role that owns the database and may make roles (createrole).`, {
      cause: error.cause,
    })
  return error
}

export const migrateCommand = async (config: MigrateConfig, say: (line: string) => void): Promise<void> => {
  const { databaseUrl, migrateDatabaseUrl: url, cell } = config
  const { from, to } = await migrate({ url, serviceUser: userOf(databaseUrl), cell }, say).catch((error: unknown) => {
    throw explained(config, error)
  })
  say(from === to ? `the database is at schema ${to} already` : `the database went from schema ${from} to ${to}`)
}
