import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { packageFile } from '#kernel/package'

const run = promisify(execFile)

/** Descriptors that a program has which is started by a service that was itself started with three more. */
const seenBelow = async (first: string): Promise<number[]> => {
  const service = `${first}; console.log(require('node:child_process').execFileSync('/bin/ls', ['/proc/self/fd']).toString())`
  const { stdout } = await run('bash', ['-c', 'exec 40</etc 197</ 251>/dev/null; exec "$0" -e "$1"', process.execPath, service])
  return stdout.trim().split('\n').map(Number)
}

it('does not pass inherited file descriptors on to child processes', async () => {
  const file = JSON.stringify(packageFile('src/cli/inherited.ts'))

  expect(await seenBelow('')).toEqual(expect.arrayContaining([40, 197, 251]))
  // The fourth is the listing's own.
  expect((await seenBelow(`require(${file}).closeInherited()`)).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
})
