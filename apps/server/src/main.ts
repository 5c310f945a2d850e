#!/usr/bin/env node
import { runCommandLine } from './commands/command-line.ts'

const stopping = new AbortController()
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort())

// Whoever reads the output may stop reading (`| head`). No work ends halfway for that: what is left is said to nobody.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  signal: stopping.signal,
  say: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
})
