import { createInterface } from 'node:readline'
import { prepareAuth } from './auth-side.ts'
import { prepareCommit } from './commit-side.ts'
import { prepareExchange, prepareMint } from './embed-sides.ts'
import type { Prepare } from './prepare.ts'

// One side of a comparison of two commits, told on standard input for how many seconds to measure. It runs in the tree of
// the other commit too, as that has it: what is said on standard input and output stays the same.

const sides: Record<string, Prepare> = { auth: prepareAuth, mint: prepareMint, exchange: prepareExchange, commit: prepareCommit }

const [name = '', totalSeconds = '0'] = process.argv.slice(2)
const prepare = sides[name]
if (!prepare) throw new Error(`Nothing is called "${name}"; there are ${Object.keys(sides).join(', ')}.`)
const { measure, close } = await prepare(Number(totalSeconds))
try {
  process.stdout.write('ready\n')
  for await (const seconds of createInterface({ input: process.stdin })) process.stdout.write(`${await measure(Number(seconds))}\n`)
} finally {
  await close()
}
