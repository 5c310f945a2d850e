import type { MigrateConfig } from '#config-parts'
import { connectionProblem, isConnectionLost, isConnectionRefused, migrate } from '#db'
import { hasCode, isSystemError } from '#system-errors'
import type { Output } from './command.ts'
import { withProgress } from './progress.ts'

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

export const migrateCommand = async (config: MigrateConfig, { isJson, say, progress }: Output): Promise<void> => {
  const { databaseUrl, migrateDatabaseUrl: url, cell } = config
  let step = 'connecting to the database'
  const onStep = (next: string): void => {
    step = next
  }
  const work = () => migrate({ url, serviceUser: userOf(databaseUrl), cell, onStep }, isJson ? () => undefined : say)
  const { from, to } = await withProgress(progress, () => step, work).catch((error: unknown) => {
    throw explained(config, error)
  })
  if (isJson) return say(JSON.stringify({ from, to }))
  say(from === to ? `the database is at schema ${to} already` : `the database went from schema ${from} to ${to}`)
}
