import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Checkout, startCheckout } from './checkout.ts'
import { itShowsTheDemo } from './demo-cases.ts'
import { guidePages, itRunsGuidesBesideTheDemo, itRunsGuidesOnTheDemo } from './guide-cases.ts'
import { textOf } from './guides.ts'
import { type Product, startProduct } from './product.ts'
import { itRestartsAndStops, itStartsDespiteInterruptions } from './stack-cases.ts'

const startTimeoutMs = 600_000

it.each(guidePages)('finds in %s the command that resets the stack', (page) => {
  expect(textOf(page)).toContain('`pnpm stack down --purge`')
})

// Starting a stack takes most of the time, so all of them share one, in this order: the last guides change the demo.
describe('the product of a fresh checkout', { shuffle: false, timeout: startTimeoutMs }, () => {
  let started: Checkout | undefined
  const checkout = (): Checkout => started ?? expect.unreachable('The checkout was not made.')

  beforeAll(async () => {
    started = await startCheckout()
  }, startTimeoutMs)
  afterAll(() => started?.close(), startTimeoutMs)

  describe('the first start', () => {
    itStartsDespiteInterruptions(checkout)
  })

  describe('the running stack', () => {
    let running: Product | undefined
    const product = (): Product => running ?? expect.unreachable('The demo was not started.')

    beforeAll(async () => {
      running = await startProduct(checkout())
    }, startTimeoutMs)

    describe('the guides beside the demo', () => {
      itRunsGuidesBesideTheDemo(product)
    })
    describe('the demo', () => {
      itShowsTheDemo(product)
    })
    describe('the guides on the demo', () => {
      itRunsGuidesOnTheDemo(product)
    })
    describe('a restart and the end', () => {
      itRestartsAndStops(checkout)
    })
  })
})
