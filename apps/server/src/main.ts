#!/usr/bin/env node
import { constants } from 'node:os'
import { runCommandLine } from './cli/command-line.ts'

const stopSignals = ['SIGTERM', 'SIGINT'] as const

// A handler of our own, since the first process of a container is not ended by a signal that it does not handle.
const endAtOnce = (name: (typeof stopSignals)[number]): void => {
  // oxlint-disable-next-line no-restricted-properties -- What is under way must not go on until it ends by itself: the signal asks for the end.
  process.exit(128 + constants.signals[name])
}
for (const name of stopSignals) process.on(name, endAtOnce)

const stopping = new AbortController()
const stopSignal = (): AbortSignal => {
  for (const name of stopSignals) {
    process.off(name, endAtOnce)
    process.once(name, () => stopping.abort())
  }
  return stopping.signal
}

// Whoever reads the output may stop reading (`| head`). No work ends halfway for that: what is left is said to nobody.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  stopSignal,
  stdout: (line) => void process.stdout.write(`${line}\n`),
  stderr: (line) => void process.stderr.write(`${line}\n`),
})
