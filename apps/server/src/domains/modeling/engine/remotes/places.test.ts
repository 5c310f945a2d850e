import { expect, it } from 'vitest'
import { pushOf, uploadUnawaited, useGitHost, usePushes, useServer } from '#test'

const host = useGitHost()
const server = useServer(Object.assign(host.settings, { FACET_GIT_PROCESSES: '2' }))
const { given } = usePushes(host, server)

it('remotes that never end a push keep nobody else from pulling and pushing', async () => {
  const releases: (() => void)[] = []
  for (let tenant = 0; tenant < 2; tenant++) {
    const { admin } = await given()
    const { isHeld, release } = host.holdPush()
    releases.push(release)
    expect((await uploadUnawaited(admin, 'held.yml')).push).toMatchObject({ state: 'pending' })
    await isHeld
  }
  const { admin, api, params } = await given()

  const { push } = await uploadUnawaited(admin, 'asked.yml')
  const pushed = await api.pushBranch({ params, body: { branchName: 'main' } })

  expect(push).toMatchObject({ state: 'pending' })
  expect(pushed).toMatchObject({ isPushed: true })
  expect(await pushOf(admin)).toMatchObject({ state: 'pushed' })
  for (const release of releases) release()
})
