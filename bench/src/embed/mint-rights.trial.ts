import { eachOf } from '../harness/each-of.ts'
import { createEmbedding, type Embedding } from '../harness/embedding.ts'
import type { Finding, Trial, TrialOptions } from '../trial.ts'
import { createWorld, type World } from '../access/keys/world.ts'
import { createAskers } from './mint-rights/askers.ts'
import { type Asked, askToMint, divergencesOf, readTraces } from './mint-rights/matrix.ts'
import { allRules, sentences } from './mint-rights/oracle.ts'
import { askRegistry } from './mint-rights/registry.ts'
import { type Fixture, requestsOn } from './mint-rights/requests.ts'

const prepare = async (world: World): Promise<{ embedding: Embedding; ground: Fixture; inside: number; beside: number }> => {
  const api = world.installation.client(world.facet, world.tenant)
  await api.updateTenantSettings({ body: { useCreatorMode: true } })
  const embedding = await createEmbedding(world.installation, world.facet, world.tenant)
  const pair = await world.addDeployments()
  const elsewhere = await createEmbedding(world.installation, world.facet, await world.installation.createTenant('elsewhere'))
  elsewhere.close()
  const { username } = await api.createUser({ body: { email: 'inside@mint.test', username: 'inside-user' } })
  await api.createGroup({ body: { name: 'premium' } })
  await api.createUserAttribute({ body: { name: 'region', type: 'string' } })
  const ground = { ...pair, foreign: elsewhere.deploymentId, internalId: username ?? 'inside-user', group: 'premium', attribute: 'region' }
  return { embedding, ground, ...pair }
}

/** The oracle with one sentence forgotten: were it the service that forgot it, the two would differ in the same places. */
const findPlanted = (asked: Asked[], ground: Fixture): { found: string[]; of: number } => ({
  of: sentences.length,
  found: sentences.filter((left) => divergencesOf(new Set(sentences.filter((one) => one !== left)), asked, ground).length > 0),
})

const run = async (world: World, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const { embedding, ground, ...pair } = await prepare(world)
  try {
    const askers = await createAskers(world, embedding, pair)
    const requests = requestsOn(ground)
    // The short form gives each credential every fourth request, and the next ones the rest.
    const plans = askers.flatMap((asker, row) =>
      requests.filter((_, column) => !quick || (row + column) % 4 === 0).map((request) => ({ asker, request })),
    )
    const asked = await eachOf(plans, 6, ({ asker, request }) => askToMint(embedding, world.facet, asker, request))
    const divergences = divergencesOf(allRules, asked, ground)
    const disagreements = asked.filter(({ isAgreed }) => !isAgreed)
    const counts: Record<string, number> = {}
    for (const { mint } of asked) counts[mint] = (counts[mint] ?? 0) + 1
    say(`${askers.length} credentials, ${requests.length} requests: ${JSON.stringify(counts)}`)
    for (const divergence of divergences.slice(0, 30)) say(`  ${JSON.stringify(divergence)}`)
    for (const { asker, request, mint, dryRun } of disagreements.slice(0, 10))
      say(`  ${asker.label}, ${request.name}: ${mint}, dry run ${dryRun}`)

    const traces = await readTraces(world.installation, world.tenant.tenantId, asked, ground)
    const registry = { calls: 0, divergences: 0, withoutScopes: 0 }
    const unscoped = new Set(sentences.filter((one) => !one.startsWith('scoped to')))
    await eachOf(
      askers.filter((_, place) => !quick || place % 3 === 0),
      4,
      async (asker) => {
        const found = await askRegistry(embedding, world.facet, asker, allRules, pair)
        registry.calls += found.calls
        registry.divergences += found.divergences.length
        for (const divergence of found.divergences) say(`  registry: ${JSON.stringify(divergence)}`)
        if (plants && (asker.scope.embedTenants ?? asker.scope.deploymentIds))
          registry.withoutScopes += (await askRegistry(embedding, world.facet, asker, unscoped, pair)).divergences.length
      },
    )
    const planted = plants ? findPlanted(asked, ground) : undefined
    return {
      isPassed:
        divergences.length === 0 &&
        disagreements.length === 0 &&
        traces.minted > 0 &&
        traces.wronglyMinted === 0 &&
        traces.refused > 0 &&
        traces.leftByRefused === 0 &&
        registry.divergences === 0 &&
        (planted === undefined || (registry.withoutScopes > 0 && planted.found.length === planted.of)),
      figures: {
        credentials: askers.length,
        requests: requests.length,
        asked: asked.length,
        verdicts: counts,
        divergences: divergences.length,
        dryRunDisagreements: disagreements.length,
        traces,
        registry,
        planted: planted && { found: planted.found.length, of: planted.of },
      },
    }
  } finally {
    embedding.close()
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'mint',
  runsOn: 'nightly',
  summary: 'session requests by every kind of credential, against an oracle',
  claim: 'A credential mints, lists and ends only sessions within its own scope.',
  gate: '0 divergences. A dry run predicts the mint. A refused request writes nothing.',
  onFailure: 'Session creation grants more than the contract (`sessions/require-minter.ts`, `registry/registry-scope.ts`).',
  needs: ['postgres'],
  short: { seconds: 15, pace: 'works' },
  run: async (options) => {
    const world = await createWorld()
    try {
      return await run(world, options)
    } finally {
      await world.close()
    }
  },
}
