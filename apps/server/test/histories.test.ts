import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replayHistory } from '../src/adapters/temporal/replay.ts'
import { fixedSealer } from './fixed-sealer.ts'
import { recordedHistories, workflowsIn } from './histories.ts'
import { workflowBundle } from './long-work.ts'

const ofProduct = workflowsIn(join(import.meta.dirname, '../src'))
const ofTests = workflowsIn(join(import.meta.dirname, 'workflows'))

describe('a workflow', () => {
  it('has a recorded history, and a history has its workflow', () => {
    const recorded = new Set(recordedHistories().map(({ workflow }) => workflow))

    expect([...recorded].toSorted()).toEqual([...ofProduct, ...ofTests].toSorted())
  })

  it.each(recordedHistories())('decides today as it did in $file', async ({ workflow, read }) => {
    const bundle = await workflowBundle(ofTests.includes(workflow) ? 'steps' : 'product')

    await replayHistory(read(), { workflowBundle: bundle, sealer: fixedSealer() })
  })
})

it('is noticed when a workflow would decide otherwise', async () => {
  const history = recordedHistories().find(({ workflow }) => workflow === 'steps')
  const changed = JSON.parse(JSON.stringify(history?.read()).replaceAll('"first"', '"another"')) as unknown

  await expect(replayHistory(changed, { workflowBundle: await workflowBundle('steps'), sealer: fixedSealer() })).rejects.toThrow(
    /nondeterminism|determinis/i,
  )
})
