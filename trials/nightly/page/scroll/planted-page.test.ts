import { expect, it } from 'vitest'
import { checkFaults } from './planted-page.ts'

it('the faults that the trial plants fit the source of the page', () => {
  expect(checkFaults).not.toThrow()
})
