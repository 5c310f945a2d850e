import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findEditedProblem, readFunctions } from '#db'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet-functions-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const names = (): string[] => readFunctions(folder).files.map(({ name }) => name)

describe('readFunctions', () => {
  it('reads the files of all areas by name, with what their headers say', () => {
    write('ledger/first.sql', 'select 1;')
    write('embed/second.sql', '-- facet: at every run\nselect 2;')
    write('revision.json', '{ "revision": 12, "checksum": "" }')

    expect(readFunctions(folder)).toMatchObject({
      revision: 12,
      files: [
        { name: 'embed/second', isEveryRun: true },
        { name: 'ledger/first', isEveryRun: false },
      ],
    })
  })

  it('puts a file after those it names, and those after theirs', () => {
    write('a/triggers.sql', '-- facet: after b/function\n-- facet: after c/table\nselect 1;')
    write('b/function.sql', '-- facet: after c/helper\nselect 1;')
    write('c/helper.sql', 'select 1;')
    write('c/table.sql', 'select 1;')

    expect(names()).toEqual(['c/helper', 'b/function', 'c/table', 'a/triggers'])
  })

  it('gives another checksum to a file that changed and to one that was renamed', () => {
    write('a/one.sql', 'select 1;')
    const before = readFunctions(folder).checksum
    write('a/one.sql', 'select 2;')
    const changed = readFunctions(folder).checksum
    rmSync(join(folder, 'a/one.sql'))
    write('a/two.sql', 'select 1;')

    expect(new Set([before, changed, readFunctions(folder).checksum]).size).toBe(3)
  })

  it.each([
    ['a file outside of an area', { 'one.sql': '' }, 'Function file one.sql is not sql/functions/<area>/<name>.sql.'],
    ['a file below another', { 'a/b/one.sql': '' }, 'Function file a/b/one.sql is not sql/functions/<area>/<name>.sql.'],
    [
      'one after a file that is not there',
      { 'a/one.sql': '-- facet: after a/two' },
      'Function file a/one says it comes after a/two, which does not exist.',
    ],
    [
      'two that wait for each other',
      { 'a/one.sql': '-- facet: after a/two', 'a/two.sql': '-- facet: after a/one' },
      'Function files wait for each other: a/one after a/two after a/one.',
    ],
  ])('refuses %s', (_, files, message) => {
    for (const [file, text] of Object.entries(files)) write(file, text)

    expect(() => readFunctions(folder)).toThrow(message)
  })
})

it('findEditedProblem reports a file that differs from the build', () => {
  write('a/one.sql', 'select 1;')
  write('revision.json', JSON.stringify({ revision: 12, checksum: readFunctions(folder).checksum }))
  expect(findEditedProblem(folder)).toBeNull()

  write('a/one.sql', 'select 2;')
  expect(findEditedProblem(folder)).toContain('not those of revision 12 of this build: one of them was edited')
})
