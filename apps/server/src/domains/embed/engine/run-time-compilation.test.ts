import { expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer('shared')

it.each(['facet_mint_sessions', 'facet_exchange_sessions', 'facet_find_grant'])(
  'keeps %s from being compiled at run time, which takes a second once a day of partitions is there',
  async (name) => {
    const [row] = await server.query<{ settings: string[] }>('select proconfig as settings from pg_proc where proname = $1', [name])

    expect(row?.settings).toContain('jit=off')
  },
)
