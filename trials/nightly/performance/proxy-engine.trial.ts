import { join } from 'node:path'
import { freePort } from '@facet/testkit/net'
import { signDeploymentToken } from '../../harness/deployment-token.ts'
import { startProcess } from '../../harness/facet-process.ts'
import { findingOf } from '../../harness/gate.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { driveWrk } from '../../harness/wrk.ts'
import { onStartGround, type StartGround } from '../../harness/bare-engine/ground.ts'
import { firstQuery, modelOf } from '../../harness/bare-engine/model.ts'
import type { Trial, TrialOptions } from '../../trial.ts'

const gate = 0.9
const stretch = 0.97
// Enough to saturate one engine.
const connections = 8

const pathOf = (query: object): string => `/load?${new URLSearchParams({ query: JSON.stringify(query) }).toString()}`

/** The bare engine outside a sandbox, where a relay to it would cost time. */
const startBareServer = async ({ bare, stack }: StartGround, cubes: number) => {
  const at = `127.0.0.1:${await freePort()}`
  const env = bare.environment(at, bare.writeModel(modelOf(cubes)))
  const url = `http://${at}`
  return startProcess([bare.program], { url, env, logFile: join(stack.folder, 'bare.log') }, () => undefined)
}

const compare = async (ground: StartGround, { quick, say }: TrialOptions) => {
  const [pairs, seconds] = quick ? [2, 2] : [7, 6]
  const { dataPath } = await ground.serve('Saturated', modelOf(10))
  const server = await startBareServer(ground, 10)
  try {
    const headers = { authorization: await signDeploymentToken(ground.secret) }
    const drive = async (url: string, forSeconds: number): Promise<number> =>
      (await driveWrk({ url, headers, connections, seconds: forSeconds })).perSecond
    const bareUrl = `${server.url}/cubejs-api/v1${pathOf(firstQuery)}`
    const gatewayUrl = `${ground.stack.url}${dataPath}`
    // Also warms up the JIT compiler.
    const wake = async (url: string): Promise<void> => {
      await fetch(url, { headers }).then((response) => response.text())
      await drive(url, quick ? 1 : 5)
    }
    await wake(bareUrl)
    await wake(`${gatewayUrl}${pathOf(firstQuery)}`)
    say(`requests/s of a cached query at ${connections} connections, the bare engine → the engine through the gateway`)
    const baseline = (): Promise<number> => drive(bareUrl, seconds)
    return await comparePairs(pairs, { baseline, subject: () => drive(`${gatewayUrl}${pathOf(firstQuery)}`, seconds) }, say)
  } finally {
    await server.kill()
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'proxy-engine',
  runsOn: 'nightly',
  summary: 'cached queries on a saturated Cube engine, through the gateway and directly',
  claim: 'The gateway leaves a saturated engine its throughput.',
  gate: 'Throughput ratio at least 0.90 (stretch 0.97) at 8 connections.',
  onFailure: 'The gateway or `packages/cube-process` does more work for each query, such as checking a token again.',
  needs: ['postgres', 's3', 'namespaces', 'wrk'],
  short: { seconds: 60, pace: 'alone' },
  run: (options) =>
    onStartGround(async (ground) => {
      const compared = await compare(ground, options)
      return findingOf(options.quick, {
        isHeld: true,
        isReached: compared.ratio >= gate,
        figures: { ...compared, better: 'higher', gate, stretch, unit: 'requests/s' },
      })
    }),
}
