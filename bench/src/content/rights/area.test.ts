import { describe, expect, it } from 'vitest'
import { listAreaOperations, listUnexpected } from './area.ts'
import { callNames } from './calls.ts'
import { rules } from './oracle.ts'

describe('what security content expects', () => {
  it('is said of every operation of the area', async () => {
    expect((await listAreaOperations()).length).toBeGreaterThan(40)
    expect(await listUnexpected()).toEqual([])
  })

  it('is said of every call', () => {
    expect(Object.keys(rules).toSorted()).toEqual(callNames.toSorted())
  })
})
