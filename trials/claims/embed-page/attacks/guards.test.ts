import { expect, it } from 'vitest'
import { checkChanges } from '../../../harness/source-changes.ts'
import { sourceGuards } from './guards.ts'

it('the guards that the trial takes out stand in the source where it says', () => {
  expect(() => checkChanges(sourceGuards.flatMap(({ changes }) => changes))).not.toThrow()
})
