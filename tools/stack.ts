import { parseArgs } from 'node:util'
import { stackDown } from './stack/down.ts'
import { stackUp } from './stack/up.ts'

const usage = `pnpm stack up [--demo] [--tls] [--json]   the whole product on this machine
pnpm stack down [--purge]                 stop it; --purge also throws its data away`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { demo: { type: 'boolean' }, tls: { type: 'boolean' }, json: { type: 'boolean' }, purge: { type: 'boolean' } },
})
// With --json standard output holds one JSON object and nothing else.
const say = (line: string): void => void (values.json ? process.stderr : process.stdout).write(`${line}\n`)

switch (positionals[0]) {
  case 'up': {
    const stack = await stackUp({ demo: values.demo ?? false, tls: values.tls ?? false }, say)
    if (values.json) process.stdout.write(`${JSON.stringify(stack)}\n`)
    break
  }
  case 'down':
    await stackDown(values.purge ?? false, say)
    break
  default:
    process.stdout.write(`${usage}\n`)
    process.exitCode = 1
}
