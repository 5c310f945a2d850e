import { createClient } from '@facet/client'
import { expect, it, onTestFinished } from 'vitest'
import { deploymentInput, startServer } from '#test'

const host = 'held.test'

/** A node with a frame whose stream is open. */
const givenStream = async () => {
  const running = await startServer()
  onTestFinished(running.stop)
  const { key } = await running.addTenant(host)
  const clientOf = (credential?: string) =>
    createClient({
      baseUrl: running.address,
      headers: { 'x-forwarded-host': host },
      retries: { attempts: 1 },
      ...(credential === undefined ? {} : { key: credential }),
    })
  const { id: deploymentId } = await clientOf(key).createDeployment({ body: deploymentInput('First') })
  const { sessionId } = await clientOf(key).generateSession({ body: { deploymentId, externalId: 'ada' } })
  const { token } = await clientOf().exchangeSession({ body: { sessionId } })
  const lines = clientOf(token).watchEmbedSession()[Symbol.asyncIterator]()
  return { ...running, lines }
}

it('ends with the word that it moved when its node stops, which does not wait for it', async () => {
  const { lines, stop, services } = await givenStream()
  expect(await lines.next()).toMatchObject({ value: { type: 'alive' } })

  const startedMs = performance.now()
  const stopped = stop()

  expect(await lines.next()).toMatchObject({ value: { type: 'ended', why: 'moved', code: 'service_unavailable' } })
  expect(await lines.next()).toMatchObject({ done: true })
  await stopped
  // What is left is closed after 25 seconds.
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  expect(services.embed.watches.count()).toBe(0)
})
