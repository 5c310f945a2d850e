import { describe, expect, it } from 'vitest'
import { ownTemporal } from '#test'
import { runChecks } from './check.ts'
import { longWorkCheck, workerLibraryCheck } from './long-work.ts'

const found = async (temporal: Parameters<typeof longWorkCheck>[0], isWorker = true) =>
  (await runChecks([longWorkCheck(temporal, { isWorker })]))[0]

describe('the line about long work', () => {
  it('fails a worker without Temporal, lets it start, and names the setting', async () => {
    const detail = expect.stringMatching(/^FACET_TEMPORAL_ADDRESS is not set: no data model is built/) as string
    expect(await found(null)).toMatchObject({ isOk: false, isTransient: true, detail })
    expect(await found(null, false)).toMatchObject({
      isOk: true,
      detail: expect.stringContaining('FACET_TEMPORAL_ADDRESS is not set') as string,
    })
  })

  it('says where Temporal is, and that the namespace will be made', async () => {
    const temporal = await ownTemporal()

    expect(await found(temporal)).toMatchObject({
      isOk: true,
      detail: `Temporal at ${temporal.address}; the namespace ${temporal.namespace} is made when it is first used`,
    })
    expect(await found({ ...temporal, namespace: 'temporal-system' })).toMatchObject({
      detail: `Temporal at ${temporal.address}, namespace temporal-system`,
    })
  })

  it('says that nobody answers, and lets the service start', async () => {
    expect(await found({ address: '127.0.0.1:1', namespace: 'facet', tls: null })).toMatchObject({
      isOk: false,
      isTransient: true,
      detail: expect.stringContaining('Temporal does not answer at 127.0.0.1:1') as string,
    })
  })
})

it('fails a worker whose library is not installed, and lets it start', async () => {
  const lines = await Promise.all(
    [() => true, () => false].map(async (hasLibrary) => (await runChecks([workerLibraryCheck(hasLibrary)]))[0]),
  )

  expect(lines).toMatchObject([
    { isOk: true },
    { isOk: false, isTransient: true, detail: expect.stringContaining('@temporalio/worker is not installed beside the program') as string },
  ])
})
