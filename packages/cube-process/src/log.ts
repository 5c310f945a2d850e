import type { Callers } from './callers.ts'

export type Level = 'error' | 'warn' | 'info' | 'debug'

const levels: readonly Level[] = ['error', 'warn', 'info', 'debug']

/** As the deployment asks in CUBEJS_LOG_LEVEL, in the words of the engine. */
export const levelFrom = (text: string | undefined): Level => {
  const asked = text === 'trace' ? 'debug' : text
  return levels.find((level) => level === asked) ?? 'info'
}

/** Fields of the engine's events that hold nothing of a query, its parameters or its rows. */
const kept = ['requestId', 'duration', 'apiType', 'dbType', 'queries', 'version', 'dataSource', 'warning'] as const
const loud = new Set(['Load Request Success', 'Compiling schema completed', 'Recompiling schema'])
const ofStart = new Set(['Compiling schema error'])

const maxRequests = 10_000

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Lines of JSON for owners. What a warehouse says about the query of an embed session may hold rows of others, and is left out. */
export const createLog = (level: Level, write: (line: string) => void, callers: Callers) => {
  const ownersRequests = new Set<string>()
  const line = (of: Level, message: string, fields: Record<string, unknown> = {}): void => {
    if (levels.indexOf(of) <= levels.indexOf(level))
      write(`${JSON.stringify({ time: new Date().toISOString(), level: of, message, ...fields })}\n`)
  }

  const isOwners = (event: string, { securityContext, requestId }: Record<string, unknown>): boolean => {
    const caller = callers.find(securityContext)
    if (caller) return !caller.isEmbed
    return ofStart.has(event) || (typeof requestId === 'string' && ownersRequests.has(requestId))
  }

  const shownError = (event: string, params: Record<string, unknown>): Record<string, unknown> => {
    if (params['error'] === undefined) return {}
    const text = errorText(params['error'])
    return { error: isOwners(event, params) || text.includes('facet:') ? text : 'left out: the request may be of an embed session' }
  }

  const levelOf = (event: string, params: Record<string, unknown>): Level => {
    if (params['error'] !== undefined) return event === 'Continue wait' ? 'debug' : 'error'
    if (params['warning'] !== undefined) return 'warn'
    return loud.has(event) ? 'info' : 'debug'
  }

  return {
    /** The logger that the engine is given. */
    event: (event: string, params: Record<string, unknown> = {}): void => {
      const fields = Object.fromEntries(kept.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])))
      line(levelOf(event, params), event, { ...fields, ...shownError(event, params) })
    },
    note: (requestId: string | undefined, isEmbed: boolean): void => {
      if (requestId === undefined) return
      if (isEmbed) return void ownersRequests.delete(requestId)
      if (ownersRequests.size >= maxRequests) ownersRequests.clear()
      ownersRequests.add(requestId)
    },
    info: (message: string, fields?: Record<string, unknown>): void => line('info', message, fields),
    warn: (message: string, fields?: Record<string, unknown>): void => line('warn', message, fields),
    error: (message: string, fields?: Record<string, unknown>): void => line('error', message, fields),
  }
}

export type Log = ReturnType<typeof createLog>
