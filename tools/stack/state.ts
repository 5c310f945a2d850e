import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TemporalPorts } from '@facet/testkit/temporal'
import { folderProblem, makeFolder } from '../../apps/server/src/kernel/folders.ts'
import type { PassedOn } from './settings.ts'

export const root = join(import.meta.dirname, '../..')
/** Another folder makes another stack, beside the one a developer has running. */
export const folder = process.env['FACET_STACK_FOLDER'] ?? join(root, '.stack')

export type StartedProcess = { pid: number; startedAt: string }

/** What a running stack is, for people and programs. */
export type Stack = {
  baseUrl: string
  dataApiUrl: string
  adminKey: string
  caFile: string | null
  postgresUrl: string
  port: number
  /** Where objects are: a bucket of the S3 server at `s3Endpoint`, or a folder where that is not installed. */
  objectStoreUrl: string
  s3Endpoint: string | null
  /** The port that was asked for; another program may have had it. */
  wantedPort: number
  /** What whoever started it had set for the service beside what the stack sets itself. */
  passedOn: PassedOn
  server: StartedProcess | null
  s3Server: StartedProcess | null
  /** Where long work is kept; null where Temporal is not installed. */
  temporalAddress: string | null
  temporalPorts: TemporalPorts | null
  temporalServer: StartedProcess | null
  /** What `--demo` made; its data API is at `baseUrl` + `path` + `/cubejs-api/v1`. */
  demo: Demo | null
  /** Where the page of the demo is wanted, once it was asked for. */
  demoUrl: string | null
}

export type Demo = {
  deploymentId: number
  path: string
  isBuilt: boolean
  /** The page that shows both companies, each in its frame. */
  shop?: { url: string; publicId: string; server: StartedProcess | null }
}

/** What only the next start needs. */
export type StackSecrets = {
  postgresFolder: string
  postgresPassword: string
  servicePassword: string
  rootKey: string
  s3Secret: string
  warehousePassword: string
  /** The key of the page of the demo, good for this deployment. */
  demoMintKey?: { deploymentId: number; key: string }
}

const read = <T>(name: string): T | null => {
  const file = join(folder, name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}

/** Both files hold secrets: only their owner may read them. */
const write = (name: string, value: object): void => {
  const file = join(folder, name)
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
}

export const readStack = (): Stack | null => read('stack.json')
export const writeStack = (stack: Stack): void => write('stack.json', stack)
export const readKeeping = (): StackSecrets | null => read('keeping.json')
export const writeKeeping = (keeping: StackSecrets): void => write('keeping.json', keeping)

/** Before anything is kept there. The database may run as another user, who has to get through. */
export const makeStackFolder = async (): Promise<void> => {
  try {
    await makeFolder(folder, 0o755)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw folderProblem('FACET_STACK_FOLDER', folder, error)
  }
}

/** Until it has an administrator nobody knows where its parts are, and they may move. */
export const isNew = ({ adminKey }: Pick<Stack, 'adminKey'>): boolean => adminKey === ''

const isOpenToOthers = (path: string): boolean => (statSync(path).mode & constants.S_IXOTH) !== 0

const isReachable = (path: string): boolean => isOpenToOthers(path) && (dirname(path) === path || isReachable(dirname(path)))

/** Started by root, the database runs as another user, who may not be able to enter the checkout; then its data lives beside. */
export const postgresFolder = (): string => {
  const own = join(folder, 'postgres')
  if (process.getuid?.() !== 0 || isReachable(folder)) return own
  return join('/var/tmp', `facet-stack-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
}
