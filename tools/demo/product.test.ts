import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itShowsTheDemo } from './demo-cases.ts'
import { guidePages, itRunsGuidesBesideTheDemo, itRunsGuidesOnTheDemo } from './guide-cases.ts'
import { textOf } from './guides.ts'
import { type Product, startProduct } from './product.ts'

const startTimeoutMs = 600_000

it.each(guidePages)('finds in %s the command that resets the stack', (page) => {
  expect(textOf(page)).toContain('`pnpm stack down --purge`')
})

// Starting a product takes most of the time, so all of them share one. The last guides change what the tests before them look at.
describe('the product of a fresh checkout', { shuffle: false, timeout: startTimeoutMs }, () => {
  let started: Awaited<ReturnType<typeof startProduct>>
  const product = (): Product => started.product

  beforeAll(async () => {
    started = await startProduct()
  }, startTimeoutMs)
  afterAll(() => started?.close(), startTimeoutMs)

  describe('the guides beside the demo', () => {
    itRunsGuidesBesideTheDemo(product)
  })
  describe('the demo', () => {
    itShowsTheDemo(product)
  })
  describe('the guides on the demo', () => {
    itRunsGuidesOnTheDemo(product)
  })
})
