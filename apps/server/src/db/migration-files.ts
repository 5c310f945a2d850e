import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'

export type Migration = { version: number; name: string; sql: string; checksum: string; isTransactional: boolean; oldestReader: number }

const folder = packageFile('sql/migrations')

/** The oldest schema this build can serve; raised in the release after the one whose expansion it needs. */
export const oldestSchema = 8

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Two headers steer a migration: `-- facet: no transaction` for what PostgreSQL refuses inside one, and
 * `-- facet: oldest reader N` when builds that only know schemas before N can no longer serve (a contraction).
 */
export const readMigrations = (from: string = folder): Migration[] =>
  readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file, index) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file)
      if (!match || Number(match[1]) !== index + 1) throw new Error(`Migration ${file} is not number ${index + 1} of the series.`)
      const sql = readFileSync(join(from, file), 'utf8')
      return {
        version: index + 1,
        name: match[2] ?? '',
        sql,
        checksum: checksumOf(sql),
        isTransactional: !/^-- facet: no transaction$/m.test(sql),
        oldestReader: Number(/^-- facet: oldest reader (\d+)$/m.exec(sql)?.[1] ?? 1),
      }
    })
