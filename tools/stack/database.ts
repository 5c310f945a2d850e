import { join } from 'node:path'
import { startPostgres } from '@facet/testkit/postgres'
import pg from 'pg'
import { chooseStackPort, startSomewhere, watchLog } from './another-port.ts'
import { isNew, type Stack, type StackSecrets, writeStack } from './state.ts'

export const database = 'facet'
export const serviceUser = 'facet'

const isPostgresUp = async (url: string): Promise<boolean> => {
  // One that is stopped refuses at once; one that is slow is not started a second time.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** Each is looked for on its own: a start that was interrupted may have made the first alone. */
const prepareDatabase = async (url: string, servicePassword: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [serviceUser])
    if (roles.length === 0) await client.query(`create role ${serviceUser} login password '${servicePassword}'`)
    const { rows: databases } = await client.query('select from pg_database where datname = $1', [database])
    if (databases.length === 0) await client.query(`create database ${database}`)
    // Other roles of this server, such as the one that reads the demo's warehouse, have no business there.
    await client.query(`revoke connect on database ${database} from public`)
    await client.query(`grant connect on database ${database} to ${serviceUser}`)
  } finally {
    await client.end()
  }
}

const serverOf = ({ postgresUrl }: Stack): URL => Object.assign(new URL(postgresUrl), { pathname: '/postgres' })

/** Between the choice of its port and its first start its files are made, which takes a while. */
const start = (stack: Stack, { postgresFolder, postgresPassword: password }: StackSecrets): Promise<void> =>
  startSomewhere({
    start: async () => void (await startPostgres(postgresFolder, { durable: true, port: Number(serverOf(stack).port), password })),
    move: isNew(stack)
      ? async () => {
          stack.postgresUrl = Object.assign(new URL(stack.postgresUrl), { port: String(await chooseStackPort()) }).href
          writeStack(stack)
        }
      : null,
    written: watchLog(join(postgresFolder, 'postgres.log')),
  })

export const startDatabase = async (stack: Stack, keeping: StackSecrets): Promise<void> => {
  if (!(await isPostgresUp(serverOf(stack).href))) await start(stack, keeping)
  await prepareDatabase(serverOf(stack).href, keeping.servicePassword)
}
