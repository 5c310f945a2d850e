import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Installation } from '../../../harness/installation.ts'

/** From here on the service needs the password, and has it. */
export const givePassword = async (installation: Installation, password: string): Promise<void> => {
  // The session that sets it would be the one to log it.
  const quiet = new pg.Client({ connectionString: installation.adminUrl, options: '-c log_statement=none' })
  await quiet.connect()
  await quiet.query(`alter role facet password ${quiet.escapeLiteral(password)}`)
  await quiet.end()
  const rules = join(installation.cluster.folder, 'data', 'pg_hba.conf')
  writeFileSync(rules, `host all facet 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  await installation.sql('select pg_reload_conf()')
  const url = new URL(installation.serviceUrl)
  url.password = encodeURIComponent(password)
  installation.env['FACET_DATABASE_URL'] = url.href
}
