import { join } from 'node:path'
import { freePort } from '@facet/testkit/net'
import { startProcess } from '../../harness/facet-process.ts'
import { findingOf } from '../../harness/gate.ts'
import { comparePairs } from '../../harness/pairs.ts'
import { driveWrk } from '../../harness/wrk.ts'
import { ownToken } from '../../harness/bare-engine/bare-engine.ts'
import { openStartGround, type StartGround } from '../../harness/bare-engine/ground.ts'
import { firstQuery, type ModelFile, modelOf } from '../../harness/bare-engine/model.ts'
import type { Trial, TrialOptions } from '../../trial.ts'

const gate = 0.9
const stretch = 0.97
// As many as keep one engine at work at all times.
const connections = 8

/** More than the gateway takes for a request, many times over. */
const workingFile: ModelFile = {
  path: 'cube.js',
  content: 'module.exports = { queryRewrite: (query) => { const until = Date.now() + 5; while (Date.now() < until); return query } }\n',
}

const pathOf = (query: object): string => `/load?${new URLSearchParams({ query: JSON.stringify(query) }).toString()}`

/** The bare engine beside the product, on a port: in a sandbox nobody could ask it without a relay, which would slow it. */
const startBareServer = async ({ bare, stack }: StartGround, cubes: number) => {
  const at = `127.0.0.1:${await freePort()}`
  const env = bare.environment(at, bare.writeModel(modelOf(cubes)))
  const url = `http://${at}`
  return startProcess([bare.program], { url, env, logFile: join(stack.folder, 'bare.log') }, () => undefined)
}

const compare = async (ground: StartGround, { quick, plants, say }: TrialOptions) => {
  const [pairs, seconds] = quick ? [2, 2] : [7, 6]
  const { dataPath } = await ground.serve('Saturated', modelOf(10))
  const server = await startBareServer(ground, 10)
  try {
    const headers = { authorization: ownToken(ground.secret) }
    const drive = async (url: string, forSeconds: number): Promise<number> =>
      (await driveWrk({ url, headers, connections, seconds: forSeconds })).perSecond
    const bareUrl = `${server.url}/cubejs-api/v1${pathOf(firstQuery)}`
    const gatewayUrl = `${ground.stack.url}${dataPath}`
    // And has what it runs all the time compiled.
    const wake = async (url: string): Promise<void> => {
      await fetch(url, { headers }).then((response) => response.text())
      await drive(url, quick ? 1 : 5)
    }
    await wake(bareUrl)
    await wake(`${gatewayUrl}${pathOf(firstQuery)}`)
    say(`requests/s of a cached query at ${connections} connections, the bare engine → the engine through the gateway`)
    const baseline = (): Promise<number> => drive(bareUrl, seconds)
    const compared = await comparePairs(pairs, { baseline, subject: () => drive(`${gatewayUrl}${pathOf(firstQuery)}`, seconds) }, say)
    if (!plants) return { compared }
    say('the same with a cube.js that works for a while at every query')
    const slowly = await ground.serve('Saturated slowly', [...modelOf(10), workingFile])
    const slowUrl = `${ground.stack.url}${slowly.dataPath}${pathOf(firstQuery)}`
    await wake(slowUrl)
    const slow = await comparePairs(1, { baseline, subject: () => drive(slowUrl, seconds) }, say)
    return { compared, planted: slow.ratio }
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
  run: async (options) => {
    const ground = await openStartGround()
    try {
      const { compared, planted } = await compare(ground, options)
      return findingOf(options.quick, {
        isHeld: planted === undefined || planted < gate,
        isReached: compared.ratio >= gate,
        figures: { ...compared, better: 'higher', gate, stretch, unit: 'requests/s', planted },
      })
    } finally {
      await ground.close()
    }
  },
}
