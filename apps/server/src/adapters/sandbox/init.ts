import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { pipeline } from 'node:stream'

// Runs inside the sandbox, alone in its file: nothing else of the product is there.

/** Each door is a place outside: it is listened for here, and what comes is passed to its own socket file, whose other end dials. */
export type InitPlan = {
  doors: readonly { address: string; port: number; socket: string }[]
  maxConnections: number
  command: string
  args: readonly string[]
  /** A descriptor to hand on beside the usual three. */
  listener: number | null
}

const listen = async ({ address, port, socket }: InitPlan['doors'][number], maxConnections: number): Promise<void> => {
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ path: socket, allowHalfOpen: true })
    inner.unref()
    outer.unref()
    pipeline(inner, outer, inner, () => {
      inner.destroy()
      outer.destroy()
    })
  })
  server.maxConnections = maxConnections
  server.listen(port, address)
  await once(server, 'listening')
  // It ends with the program, whatever is still open.
  server.unref()
}

/** As it is here. Node has those that are not named closed. */
const stdioOf = (listener: number | null): StdioOptions =>
  listener === null
    ? 'inherit'
    : Array.from({ length: listener + 1 }, (_, place) => (place < 3 || place === listener ? 'inherit' : 'ignore'))

const main = async (): Promise<void> => {
  const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as InitPlan
  for (const door of plan.doors) await listen(door, plan.maxConnections)
  const child = spawn(plan.command, plan.args, { stdio: stdioOf(plan.listener) })
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 127
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
  })
}

await main()
