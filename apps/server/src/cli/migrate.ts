import type { MigrateConfig } from '#config/parts'
import { connectionProblem, findEditedProblem, isConnectionLost, isConnectionRefused, migrate, roleIn } from '#db'
import { hasCode, isSystemError } from '#kernel/system-errors'
import type { Output } from './command.ts'
import { withProgress } from './progress.ts'

// Those of PostgreSQL have no full stop.
const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`)

const migrateProblem = ({ databaseUrl, migrateDatabaseUrl: url }: MigrateConfig, error: unknown): unknown => {
  const variable = url === databaseUrl ? 'FACET_DATABASE_URL' : 'FACET_MIGRATE_DATABASE_URL'
  if (isSystemError(error) || isConnectionLost(error) || isConnectionRefused(url, error)) return connectionProblem(variable, url, error)
  if (error instanceof Error && (hasCode(error, '42501') || hasCode(error.cause, '42501')))
    return new Error(`${sentence(error.message)} ${variable} must name a role that owns the database and may make roles (createrole).`, {
      cause: error.cause ?? error,
    })
  return error
}

export const migrateCommand = async (
  config: MigrateConfig,
  { isJson, say, progress }: Output,
  findEdited: () => string | null = findEditedProblem,
): Promise<void> => {
  const { databaseUrl, migrateDatabaseUrl: url, cell } = config
  const edited = findEdited()
  if (edited !== null) throw new Error(edited)
  let step = 'connecting to the database'
  const onStep = (next: string): void => {
    step = next
  }
  const work = () => migrate({ url, serviceUser: roleIn(databaseUrl), cell, onStep }, isJson ? () => undefined : say)
  const { from, to } = await withProgress(progress, () => step, work).catch((error: unknown) => {
    throw migrateProblem(config, error)
  })
  if (isJson) return say(JSON.stringify({ from, to }))
  say(from === to ? `the database is at schema ${to} already` : `the database went from schema ${from} to ${to}`)
}
