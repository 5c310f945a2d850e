import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { givenConversion } from '#test'
import { secretsAmong } from './secret-finder.ts'
import { redactReport, requireNoSecrets, showsSecret } from './secret-scan.ts'

const path = 'model/cubes/dbt/dbt_orders.yml'
const scan = (description: string, secrets: Record<string, string>) =>
  requireNoSecrets(givenConversion([{ name: 'orders', description }]).files, secrets)

describe('a generated file', () => {
  it.each([
    ['as it is', 'correct horse battery', 'correct horse battery'],
    ['inside of a word', 'xxs3cr3t-s3cr3txx', 's3cr3t-s3cr3t'],
    ['with what YAML escapes', "it's-a-secret-'quoted'", "it's-a-secret-'quoted'"],
    ['with what the engine would evaluate', 'a{b}c"d`e\\f{{ g }}', 'a{b}c"d`e\\f{{ g }}'],
    ['in base64', Buffer.from('correct horse battery').toString('base64'), 'correct horse battery'],
    ['in hex', Buffer.from('correct horse battery').toString('hex'), 'correct horse battery'],
    ['encoded for a URL', encodeURIComponent('correct horse/battery'), 'correct horse/battery'],
    ['as a short word', 'the password is hunter2', 'hunter2'],
    ['as the shortest that counts', 'the password is hunt3r', 'hunt3r'],
    [
      'as one line of many',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
    ],
    ['over two lines', 'MIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC', 'MIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC'],
  ])('that shows a secret %s is refused, by name and line, without the value', async (_, description, value) => {
    const refused = await scan(description, { DB_PASS: value }).catch((error: unknown) => error)

    expect(refused).toMatchObject({ code: 'secret_in_output', message: expect.stringContaining('shows the value of DB_PASS') })
    expect((refused as Error).message).toContain(`Line 6 of the generated file ${path}`)
    expect((refused as Error).message).not.toContain(value.split('\n')[0])
  })

  it('that is named after a secret is refused, and the name is not said', async () => {
    const refused = await requireNoSecrets(givenConversion(['s3cr3ts3cr3t']).files, { DB_PASS: 's3cr3ts3cr3t' }).catch(
      (error: unknown) => error,
    )

    expect(refused).toMatchObject({ code: 'secret_in_output', message: expect.not.stringContaining('s3cr3t') })
  })

  it.each([
    ['a short one is a word of any model', 'cube of orders', 'cube'],
    ['it is one character too short', 'the password is hunt3', 'hunt3'],
    ['a word is a part of another', 'all orders_by_day', 'orders'],
    ['it is not there', 'nothing', 'correct horse battery'],
    ['it is empty', 'nothing', ''],
    ['it is in the line that all files begin with', 'nothing', 'Generated from dbt by Facet'],
  ])('is fine where %s', async (_, description, value) => {
    await expect(scan(description, { DB_PASS: value === 'orders' ? 'orders_by' : value })).resolves.toBeUndefined()
  })
})

const fileWith = (content: string | Buffer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-scan-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, content)
  return file
}

describe('a report', () => {
  it('is kept without the values, as the JSON that it was', async () => {
    const models = [{ modelId: 'model.shop.hunter2', reason: 'of "correct horse battery"', count: 2 }]
    const file = fileWith(JSON.stringify({ models, padding: 'x'.repeat(600_000) }))

    await redactReport(file, { WORD: 'hunter2', TEXT: 'correct horse battery' })

    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      models: [{ modelId: 'model.shop.[WORD]', reason: 'of "[TEXT]"', count: 2 }],
    })
  })

  it('is refused where a value is one of its own words', async () => {
    await expect(redactReport(fileWith('{"modelId":"a"}'), { WORD: 'modelId' })).rejects.toMatchObject({ code: 'secret_in_output' })
  })
})

it.each([
  ['at its beginning', 0],
  ['across the pieces that it is read in', 262_144 - 7],
  ['far inside', 700_000],
])('finds a value in a binary file %s', async (_, at) => {
  const bytes = Buffer.alloc(1_000_000, 0xc1)
  bytes.write('correct horse battery', at)

  expect(await showsSecret(fileWith(bytes), { TEXT: 'correct horse battery' })).toBe(true)
  expect(await showsSecret(fileWith(bytes), { TEXT: 'correct horse staples' })).toBe(false)
})

it('recognizes secret variables by name, as keys, and as passwords in URLs', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----'

  expect(
    secretsAmong({
      CUBEJS_DB_PASS: 'one',
      MY_TOKEN: 'two',
      CUBEJS_DB_NAME: 'analytics',
      DSN: 'postgres://user:p%40ss@host/db',
      SITE: 'https://example.com',
      PEM: key,
    }),
  ).toEqual({ CUBEJS_DB_PASS: 'one', MY_TOKEN: 'two', DSN: 'p@ss', PEM: key })
})
