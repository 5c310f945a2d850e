import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMigrations } from '#db'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facet-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)

describe('readMigrations', () => {
  it('reads the series in order, with what its headers say', () => {
    write('0002_drop_old.sql', '-- facet: oldest reader 2\n-- facet: no transaction\ndrop table old;')
    write('0001_first.sql', 'create table old ();')
    write('notes.md', 'not a migration')

    expect(readMigrations(folder)).toMatchObject([
      { version: 1, name: 'first', isTransactional: true, oldestReader: 1 },
      { version: 2, name: 'drop_old', isTransactional: false, oldestReader: 2 },
    ])
  })

  it('gives a changed file another checksum', () => {
    write('0001_first.sql', 'create table old ();')
    const [before] = readMigrations(folder)
    write('0001_first.sql', 'create table old (id int);')

    expect(readMigrations(folder)[0]?.checksum).not.toBe(before?.checksum)
  })

  it.each([
    ['a gap', ['0001_first.sql', '0003_third.sql'], 'Migration 0003_third.sql is not number 2 of the series.'],
    ['two of one number', ['0001_first.sql', '0001_other.sql'], 'Migration 0001_other.sql is not number 2 of the series.'],
    ['a name without a number', ['first.sql'], 'Migration first.sql is not number 1 of the series.'],
  ])('refuses a series with %s', (_, files, message) => {
    for (const file of files) write(file, 'select 1;')

    expect(() => readMigrations(folder)).toThrow(message)
  })
})
