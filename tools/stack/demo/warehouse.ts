import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

export const warehouse = 'demo_warehouse'
export const warehouseReader = 'demo_reader'

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const isThere = async (client: pg.Client, question: string, name: string): Promise<boolean> =>
  (await client.query(question, [name])).rows.length > 0

/** Only reads, and only there: the metadata of the service lies on the same server, and whoever has this password can reach it. */
const prepareServer = async (client: pg.Client, password: string): Promise<void> => {
  const secret = client.escapeLiteral(password)
  if (!(await isThere(client, 'select from pg_roles where rolname = $1', warehouseReader)))
    await client.query(`create role ${warehouseReader} login password ${secret}`)
  await client.query(`alter role ${warehouseReader} password ${secret} connection limit 30`)
  await client.query(`alter role ${warehouseReader} set default_transaction_read_only = on`)
  if (!(await isThere(client, 'select from pg_database where datname = $1', warehouse))) await client.query(`create database ${warehouse}`)
  await client.query(`revoke connect, temporary on database ${warehouse} from public`)
  await client.query(`grant connect on database ${warehouse} to ${warehouseReader}`)
}

const fill = async (client: pg.Client): Promise<void> => {
  if (await isThere(client, 'select from pg_namespace where nspname = $1', 'shop')) return
  await client.query('begin')
  await client.query(readFileSync(join(import.meta.dirname, 'warehouse.sql'), 'utf8'))
  await client.query(`grant usage on schema shop to ${warehouseReader}`)
  await client.query(`grant select on all tables in schema shop to ${warehouseReader}`)
  await client.query('commit')
}

/** Makes the demo warehouse on this server, once; `serverUrl` is its superuser's. Nothing half filled is left: the next start fills it. */
export const fillWarehouse = async (serverUrl: string, readerPassword: string): Promise<void> => {
  const at = (database: string): string => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
  await withClient(at('postgres'), (client) => prepareServer(client, readerPassword))
  await withClient(at(warehouse), fill)
}

/** How the engine reaches it. */
export const warehouseVariables = (serverUrl: string, readerPassword: string): { name: string; value: string }[] => {
  const { hostname, port } = new URL(serverUrl)
  return Object.entries({
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: hostname,
    CUBEJS_DB_PORT: port,
    CUBEJS_DB_NAME: warehouse,
    CUBEJS_DB_USER: warehouseReader,
    CUBEJS_DB_PASS: readerPassword,
  }).map(([name, value]) => ({ name, value }))
}
