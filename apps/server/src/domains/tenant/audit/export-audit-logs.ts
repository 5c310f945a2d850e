import type { exportAuditLogs as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { type EntryRow, entryView, listEntries } from './audit-queries.ts'

// With a thousand targets each, still only some ten megabytes at a time.
const step = 100

export const exportAuditLogs: Handler<typeof contract> = ({ query }, context) => {
  const access = requireTenant(context)
  return (async function* () {
    let after: readonly [number, number] | null = null
    for (;;) {
      const from: readonly [number, number] | null = after
      const rows: EntryRow[] = await context.read((db) => listEntries(db, access, query, from, step, 'all targets'))
      for (const row of rows) yield entryView(row)
      const last: EntryRow | undefined = rows.at(-1)
      if (!last || rows.length < step) return
      after = [last.micros, last.id]
    }
  })()
}
