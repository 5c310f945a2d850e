#!/usr/bin/env node
import { constants } from 'node:os'
import { closeInherited } from './cli/inherited.ts'
import { runCommandLine } from './cli/command-line.ts'

// Before anything is started.
closeInherited()

const stopSignals = ['SIGTERM', 'SIGINT'] as const

// An explicit handler, since PID 1 of a container is not ended by a signal that it does not handle.
const endAtOnce = (name: (typeof stopSignals)[number]): void => {
  // oxlint-disable-next-line no-restricted-properties -- Running work must not delay the exit that the signal asks for.
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

// Whoever reads the output may stop reading (`| head`). No work is interrupted for that: the rest of the output is dropped.
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
