import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { warehouse } from '../stack/demo/warehouse.ts'
import type { Demo, Stack } from '../stack/state.ts'
import type { Checkout } from './checkout.ts'

const run = promisify(execFile)

/** A checkout with a running stack and the demo. */
export type Product = Pick<Checkout, 'folder' | 'env' | 'gitHost' | 'gitToken'> & {
  stack: Stack
  demo: Demo
  shopUrl: string
  /** Runs SQL in the demo warehouse. */
  query: <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>
}

/** Runs the command of the README that starts the stack with the demo. */
export const startProduct = async ({ folder, env, gitHost, gitToken, readState }: Checkout): Promise<Product> => {
  await run('pnpm', ['stack', 'up', '--demo'], { cwd: folder, env })
  const stack = readState()
  const { demo } = stack
  if (!demo?.isBuilt || !demo.shop) throw new Error(`The demo is not built: ${JSON.stringify(demo)}`)
  const connectionString = Object.assign(new URL(stack.postgresUrl), { pathname: `/${warehouse}` }).href
  const query: Product['query'] = async <Row extends object>(text: string, values: unknown[]) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  return { folder, env, gitHost, gitToken, stack, demo, shopUrl: demo.shop.url, query }
}
