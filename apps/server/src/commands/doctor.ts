import { createClient, createFunctionCalls, oldestSchema, readMigrations } from '#db'
import { checkLimiter } from '#adapters/children'
import { createGit, programPath } from '#adapters/git'
import { openObjectStore } from '#adapters/object-store'
import { checkDataFolder } from '#authoring'
import { type Config, ConfigProblem, readConfig } from '#config'
import { findStanding, getLedger } from '#ledger'
import { createEncryptionKeys } from '#secrets'
import { userName } from '#system-errors'
import { rootKeysOf } from '#roles/services'
import { withConnections, withLedgerStore } from './with-database.ts'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Finding = { name: string; isOk: boolean; detail: string }
type Check = () => Promise<string>

const warnDays = 21

const attempt = async (name: string, check: Check): Promise<Finding> => {
  try {
    return { name, isOk: true, detail: await check() }
  } catch (error) {
    return { name, isOk: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

const checkServer: (url: string) => Check = (url) => async () => {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; super: boolean; bypass: boolean; member: boolean; now: Date }>(
      `select current_setting('server_version_num')::int as version, r.rolsuper as super, r.rolbypassrls as bypass, now(),
        exists (select from pg_auth_members m join pg_roles g on g.oid = m.roleid and g.rolname = 'facet_service' where m.member = r.oid) as member
       from pg_roles r where r.rolname = current_user`,
    )
    const [row] = rows
    if (!row || row.version < 150_000) throw new Error('PostgreSQL 15 or newer is needed.')
    if (row.super || row.bypass)
      throw new Error(
        'FACET_DATABASE_URL uses a role that passes row security. Make a plain role: create role facet login password …; then run facet migrate.',
      )
    if (!row.member) throw new Error('The role of FACET_DATABASE_URL is not a member of facet_service. Run facet migrate, which grants it.')
    const skewMs = Math.abs(row.now.getTime() - Date.now())
    const skew = skewMs > 5000 ? `; its clock differs from ours by ${Math.round(skewMs / 1000)} s (expiry follows the database's)` : ''
    return `PostgreSQL ${Math.floor(row.version / 10_000)}.${row.version % 10_000}, row security holds${skew}`
  } finally {
    await client.end()
  }
}

const checkSchema: (url: string) => Check = (url) => async () => {
  const calls = createFunctionCalls(url)
  try {
    const [journal] = await calls.call<{ exists: boolean }>('journal', "select to_regclass('schema_migrations') is not null as exists", [])
    const [row] = journal?.exists
      ? await calls.call<{ version: number | null }>('schema', 'select max(version) as version from schema_migrations', [])
      : []
    const at = row?.version ?? 0
    const newest = readMigrations().length
    if (at < oldestSchema) throw new Error(`The database is at schema ${at}; this build needs ${oldestSchema}. Run facet migrate.`)
    return at < newest ? `schema ${at}; ${newest - at} newer migrations wait for facet migrate` : `schema ${at}, the newest`
  } finally {
    await calls.close()
  }
}

const checkCertificate =
  (certFile: string): Check =>
  async () => {
    const certificate = new X509Certificate(readFileSync(certFile))
    const days = Math.floor((certificate.validToDate.getTime() - Date.now()) / 86_400_000)
    if (days < 0) throw new Error(`The certificate in FACET_TLS_CERT_FILE ran out ${-days} days ago.`)
    return `valid for ${days} days${days < warnDays ? ': renew it soon; it is reloaded without a restart' : ''}`
  }

const checkKeys =
  (config: Config): Check =>
  async () => {
    const calls = createFunctionCalls(config.databaseUrl)
    try {
      const newest = await createEncryptionKeys(calls, rootKeysOf(config)).refresh()
      return newest === null ? 'none yet; the first use makes one' : `all open with the root key, newest ${newest}`
    } finally {
      await calls.close()
    }
  }

const checkObjects =
  (place: Config['objectStore']): Check =>
  async () => {
    const store = await openObjectStore(place)
    try {
      await store.check()
      return place.kind === 'folder' ? `the folder ${place.folder} takes objects` : `s3://${place.bucket} takes objects, and each but once`
    } finally {
      store.close()
    }
  }

const checkFolder =
  (dataFolder: string): Check =>
  async () => {
    await checkDataFolder(dataFolder)
    return `the user "${userName()}" can write to ${dataFolder}`
  }

const lateSeconds = 60

/** Whether the database may be served, and whether what was ended is in the store as well. */
const checkLedger =
  (config: Config): Check =>
  () =>
    withConnections(config, (_, calls) =>
      withLedgerStore(config, async (store) => {
        const standing = await findStanding(calls, store)
        if (standing.state !== 'current') throw new Error(standing.problem)
        const { number, unread_after: unread, waiting, waiting_seconds: seconds } = await getLedger(calls)
        if (unread !== null)
          throw new Error(
            `What was ended after entry ${unread} was given up when the object store did not answer; it does now. Run facet restored to end it again.`,
          )
        if (waiting > 0 && seconds > lateSeconds)
          throw new Error(
            `${waiting} endings are not in the object store; the oldest has waited ${Math.round(seconds)} s. They are told as soon as it answers and a node runs; a copy of the database brought back before would not know of them.`,
          )
        return `at entry ${number}, with nothing newer in the object store${waiting > 0 ? `; ${waiting} endings are on their way there` : ''}`
      }),
    )

// Merging without a working tree came with this one.
const oldestGit = [2, 38] as const

const checkGit: Check = async () => {
  const { stdout } = await createGit().run({ path: '/nonexistent', args: ['version'] })
  const [, version = '', major = 0, minor = 0] = /(([0-9]+)[.]([0-9]+)[^ ]*)/.exec(stdout.toString().trim()) ?? []
  const isOld = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1])
  if (isOld) throw new Error(`git ${version} is here; ${oldestGit.join('.')} or newer is needed for data models.`)
  return `git ${version}`
}

/** Looks at every engine and setting and says what to do about each that is not right. Answers whether all are. */
export const doctor = async (env: Record<string, string | undefined>, json: boolean, say: (line: string) => void): Promise<boolean> => {
  const findings: Finding[] = []
  try {
    const config = readConfig(env)
    findings.push({ name: 'configuration', isOk: true, detail: `${config.mode}, listening on ${config.listen.host}:${config.listen.port}` })
    findings.push(await attempt('database', checkServer(config.databaseUrl)))
    findings.push(await attempt('schema', checkSchema(config.databaseUrl)))
    findings.push(await attempt('encryption keys', checkKeys(config)))
    findings.push(await attempt('object store', checkObjects(config.objectStore)))
    findings.push(await attempt('ledger', checkLedger(config)))
    findings.push(await attempt('data folder', checkFolder(config.dataFolder)))
    findings.push(await attempt('limits on children', () => checkLimiter(config.mode, programPath)))
    findings.push(await attempt('git', checkGit))
    if (config.tls) findings.push(await attempt('certificate', checkCertificate(config.tls.certFile)))
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    for (const problem of error.problems) findings.push({ name: 'configuration', isOk: false, detail: problem })
  }
  const isHealthy = findings.every((finding) => finding.isOk)
  if (json) say(JSON.stringify({ isHealthy, findings }))
  else for (const { name, isOk, detail } of findings) say(`${isOk ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`)
  return isHealthy
}
