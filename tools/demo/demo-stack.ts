import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePortBelow } from '@facet/testkit/net'
import pg from 'pg'
import { warehouse } from '../stack/demo/warehouse.ts'
import { withoutSettings } from '../stack/settings.ts'
import type { Demo, Stack } from '../stack/state.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../stack.ts')

export type DemoStack = {
  stack: Stack
  demo: Demo
  /** The address of the page of the demo. */
  shopUrl: string
  /** Asks the warehouse itself. */
  query: <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** A whole stack with the demo, in a folder and on ports of its own. */
export const startDemoStack = async (): Promise<DemoStack> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-demo-'))
  const env = { ...withoutSettings(process.env), FACET_STACK_FOLDER: folder }
  const port = await freePortBelow(32_768)
  const down = async (): Promise<void> => {
    await run(process.execPath, [program, 'down', '--purge'], { env })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { stdout } = await run(process.execPath, [program, 'up', '--demo', '--json', '--port', String(port)], { env })
    const stack = JSON.parse(stdout) as Stack
    const { demo } = stack
    if (!demo?.isBuilt || !demo.shop) throw new Error(`The demo is not there: ${JSON.stringify(demo)}`)
    const client = new pg.Client({ connectionString: Object.assign(new URL(stack.postgresUrl), { pathname: `/${warehouse}` }).href })
    await client.connect()
    return {
      stack,
      demo,
      shopUrl: demo.shop.url,
      query: async <Row extends object>(text: string, values: unknown[]) => (await client.query<Row>(text, values)).rows,
      close: async () => {
        await client.end()
        await down()
      },
    }
  } catch (error) {
    await down()
    throw error
  }
}
