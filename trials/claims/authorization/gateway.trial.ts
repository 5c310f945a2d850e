import type { FacetProcess } from '../../harness/installation.ts'
import { eachOf } from '../../harness/each-of.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { type Case, casesOf, type World } from './gateway/cases.ts'
import { sendRaw } from './gateway/send.ts'
import { signHs } from './gateway/tokens.ts'
import { apiSecret, createStage, loadPath, type Stage } from '../../harness/gateway/stage.ts'

const minCases = 150

const prepare = async ({ installation, gateway, own, addPlace }: Stage): Promise<World> => {
  const foreign = await addPlace('foreign')
  const revoked = await own.embedding.token(gateway, { externalId: 'revoked' })
  await installation.client(gateway, own.tenant).revokeEmbedSessions({ body: { externalId: 'revoked' } })
  const { body } = await own.embedding.ask(gateway, { path: '/api/v1/embed/jwks.json' })
  const secret = `${apiSecret} own`
  return {
    own,
    foreign,
    ownToken: signHs({ sub: 'owner' }, secret),
    loot: {
      secret,
      embedToken: await own.embedding.token(gateway),
      otherEmbedToken: await foreign.embedding.token(gateway),
      revokedToken: revoked,
      otherSecret: `${apiSecret} foreign`,
      apiKey: own.tenant.adminKey,
      publicJwk: (body['keys'] as object[])[0] ?? {},
    },
  }
}

const acceptedOf = async (at: FacetProcess, cases: Case[]): Promise<string[]> => {
  const accepted: string[] = []
  await eachOf(cases, 8, async ({ name, lines, body, isAccepted }) => {
    if (isAccepted(await sendRaw(at.url, lines, body))) accepted.push(name)
  })
  return accepted.toSorted()
}

/** Sends the valid requests that the attacks differ from. Returns the status of each. */
const twinsOf = async (at: FacetProcess, { own, loot, ownToken }: World): Promise<number[]> => {
  const ask = async (path: string, authorization: string): Promise<number> => {
    const lines = [`GET ${path} HTTP/1.1`, `host: ${own.tenant.host}`, `x-forwarded-host: ${own.tenant.host}`, 'x-forwarded-proto: https']
    return (await sendRaw(at.url, [...lines, `authorization: ${authorization}`])).status
  }
  const [load, slashed] = [loadPath(own, '?query=echo'), loadPath(own, '/?query=echo')]
  return Promise.all([load, slashed].flatMap((path) => [ownToken, `Bearer ${ownToken}`, loot.embedToken].map((token) => ask(path, token))))
}

const run = async (stage: Stage, { say }: TrialOptions): Promise<Finding> => {
  const world = await prepare(stage)
  const cases = casesOf(world)
  const twins = await twinsOf(stage.gateway, world)
  const accepted = await acceptedOf(stage.gateway, cases)
  say(`${cases.length} requests: ${accepted.length} accepted ${JSON.stringify(accepted)}; twins ${JSON.stringify(twins)}`)
  const isPassed = cases.length >= minCases && accepted.length === 0 && twins.every((status) => status === 200)
  return { isPassed, figures: { cases: cases.length, accepted, twins } }
}

export const trial: Trial = {
  family: 'security',
  name: 'gateway',
  runsOn: 'landing',
  summary: 'ambiguous paths, headers, tokens and contexts sent byte for byte to the data API',
  claim: 'The gateway forwards only authenticated requests, and the engine receives only headers and contexts that the gateway wrote.',
  gate: '0 requests accepted, 0 foreign headers or contexts at the engine, 200 for the valid counterparts.',
  onFailure: '`accepted` names the request. If a valid counterpart fails, the attacks are rejected for another reason and prove nothing.',
  needs: ['postgres'],
  short: { seconds: 12, pace: 'works' },
  run: async (options) => {
    const stage = await createStage()
    try {
      return await run(stage, options)
    } finally {
      await stage.close()
    }
  },
}
