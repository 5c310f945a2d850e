import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireBranchName } from '#domains/modeling/branches'
import { generatedBranchName } from './branch-name.ts'

const now = new Date('2026-03-07T09:05:01.999Z')
const random = Buffer.from('0a1b2c3dff', 'hex')
const nameOf = (ref: string | null): string => generatedBranchName(ref, now, random)

describe('the name of a generated branch', () => {
  it.each([
    [null, 'dbt-sync/20260307090501-0a1b2c3d'],
    ['', 'dbt-sync/20260307090501-0a1b2c3d'],
    ['main', 'dbt-sync/main-20260307090501-0a1b2c3d'],
    ['Release_1.2-rc', 'dbt-sync/Release_1.2-rc-20260307090501-0a1b2c3d'],
    ['refs/heads/main', 'dbt-sync/refs-heads-main-20260307090501-0a1b2c3d'],
    ['a b~c', 'dbt-sync/a-b-c-20260307090501-0a1b2c3d'],
    ['#12', 'dbt-sync/12-20260307090501-0a1b2c3d'],
    ['###', 'dbt-sync/20260307090501-0a1b2c3d'],
    ['..a..b', 'dbt-sync/a.b-20260307090501-0a1b2c3d'],
    ['x'.repeat(60), `dbt-sync/${'x'.repeat(40)}-20260307090501-0a1b2c3d`],
    ['feature.lock', 'dbt-sync/feature.lock-20260307090501-0a1b2c3d'],
  ])('of the ref %j is %s', (ref, name) => {
    expect(nameOf(ref)).toBe(name)
  })

  it('is one that a branch may have, whatever the ref is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (ref) => {
        const name = nameOf(ref)
        expect(requireBranchName(name)).toBe(name)
        expect(name).toMatch(/^dbt-sync\/([\w.-]{1,40}-)?20260307090501-0a1b2c3d$/)
      }),
    )
  })
})
