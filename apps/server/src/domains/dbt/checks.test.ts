import { expect, it } from 'vitest'
import type { Config } from '#context'
import { checks } from './checks.ts'

it('says which version of dbt is missing, and what installs it', async () => {
  const [check] = checks({ dbtFolder: '/nonexistent' } as Config)

  expect(check?.name).toBe('dbt')
  expect(await check?.run()).toEqual({
    warning: '1.11.16 is not in /nonexistent: no dbt project is synced with it here. Run: facet dbt install 1.11.16',
  })
})
