import { expect, inject, it } from 'vitest'
import { createClient } from './connection.ts'

it('reads ids as numbers, alone and in arrays', async () => {
  const client = createClient(inject('postgresUrl'))
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 9007199254740991::bigint as id, '{7,9007199254740991}'::bigint[] as ids, '{}'::bigint[] as none`,
    )

    expect(rows).toEqual([{ id: Number.MAX_SAFE_INTEGER, ids: [7, Number.MAX_SAFE_INTEGER], none: [] }])
  } finally {
    await client.end()
  }
})
