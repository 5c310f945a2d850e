import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type GitServer, startGitServer } from '@facet/testkit/git'
import pg from 'pg'
import { copyFiles } from '../new/copied-repository.ts'
import { warehouse } from '../stack/demo/warehouse.ts'
import { withoutSettings } from '../stack/settings.ts'
import type { Demo, Stack } from '../stack/state.ts'

const run = promisify(execFile)

/** Runs SQL in the demo warehouse. */
export type QueryWarehouse = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

/** A checkout with an installation and a running stack of its own, with the demo. */
export type Product = {
  folder: string
  /** The environment of a shell in the checkout. */
  env: Record<string, string>
  stack: Stack
  demo: Demo
  shopUrl: string
  query: QueryWarehouse
  /** A git host that the service may reach. */
  gitHost: GitServer
  gitToken: string
}

const cleanUpAfter = (cleanups: (() => Promise<void> | void)[]) => async (): Promise<void> => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
}

/** Runs the commands of the README in a copy of the tree: install, then `pnpm stack up --demo`. */
export const startProduct = async (): Promise<{ product: Product; close: () => Promise<void> }> => {
  const cleanups: (() => Promise<void> | void)[] = []
  const close = cleanUpAfter(cleanups)
  try {
    const gitToken = 'read-and-write'
    const gitHost = await startGitServer({ host: 'localhost', token: gitToken })
    cleanups.push(() => gitHost.close())
    const folder = copyFiles()
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    const env = {
      ...withoutSettings(process.env),
      FACET_STACK_FOLDER: join(folder, '.stack'),
      FACET_ALLOW_PRIVATE_HOSTS: 'localhost',
      FACET_REMOTE_CA_FILE: gitHost.caFile,
    }
    // Not linked to the packages of this checkout: pnpm may install before it runs a script, and would install through the link.
    await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, env })
    cleanups.push(async () => void (await run('pnpm', ['stack', 'down', '--purge'], { cwd: folder, env })))
    await run('pnpm', ['stack', 'up', '--demo'], { cwd: folder, env })

    const stack = JSON.parse(readFileSync(join(folder, '.stack/stack.json'), 'utf8')) as Stack
    const { demo } = stack
    if (!demo?.isBuilt || !demo.shop) throw new Error(`The demo is not built: ${JSON.stringify(demo)}`)
    const client = new pg.Client({ connectionString: Object.assign(new URL(stack.postgresUrl), { pathname: `/${warehouse}` }).href })
    await client.connect()
    cleanups.push(() => client.end())
    const query: QueryWarehouse = async <Row extends object>(text: string, values: unknown[]) =>
      (await client.query<Row>(text, values)).rows
    return { product: { folder, env, stack, demo, shopUrl: demo.shop.url, query, gitHost, gitToken }, close }
  } catch (error) {
    await close()
    throw error
  }
}
