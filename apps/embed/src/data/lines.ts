import type { Column } from '../widgets/types.ts'

/** What the engine is busy with, where it says. */
export type Stage = 'queued' | 'executing' | 'building' | null

export type ToldControl = {
  widgetId: string
  kind: 'filter' | 'grain'
  member: string
  operator: string | null
  /** Of a filter a list, of a grain its name; null: none. */
  value: readonly (string | number | boolean | null)[] | string | null
  visibility: 'visible' | 'disabled'
  valueType: 'string' | 'number' | 'boolean' | 'time' | null
}

/** The lines that the data of widgets is answered in, in the order in which they are ready. */
export type Line =
  | { type: 'controls'; controls: ToldControl[] }
  | { type: 'waiting'; widgetIds: string[]; stage: Stage; seconds: number }
  | {
      type: 'data'
      widgetIds: string[]
      columns: Column[]
      rowCount: number
      values: unknown[][]
      isTruncated: boolean
      refreshedAt: string | null
      notes: string[]
    }
  | { type: 'failed'; widgetIds: string[]; code: string; message: string; requestId: string; isRetryable: boolean }
  | { type: 'ended' }

/** The lines that a watched session is answered in. */
export type WatchLine =
  | { type: 'alive'; expiresInSeconds: number }
  | { type: 'ended'; why: 'revoked' | 'expired' | 'moved'; code: string; message: string }
