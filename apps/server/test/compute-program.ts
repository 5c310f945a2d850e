import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll } from 'vitest'

/** A program for a compute process that does with each message what this says, and answers with what it returns. Gone after the tests of the file. */
export const useComputeProgram = (onMessage: string): (() => URL) => {
  let folder: string
  const file = (): string => join(folder, 'program.mjs')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'facet-program-'))
    writeFileSync(file(), `let kept = [], count = 0\nprocess.on('message', (message) => process.send((() => { ${onMessage} })()))\n`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  return () => pathToFileURL(file())
}
