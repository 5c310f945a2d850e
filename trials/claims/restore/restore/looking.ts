import type { FacetProcess, Installation, Settings } from '../../../harness/installation.ts'
import { sqlAt } from './copies.ts'
import { type After, giveIds, issue, type Issued, type World } from './world.ts'

/** Which ended credentials still work, and whether valid ones do. */
export type Look = {
  tokensTried: number
  tokensAccepted: number
  sessionsExchanged: number
  endedTried: number
  endedAccepted: string[]
  isCustomerBack: boolean
  idsGivenAgain: number
  isKeptKeyGood: boolean
  isNewTokenGood: boolean
}

const accepted = async (tries: Promise<{ status: number }>[]): Promise<number> =>
  (await Promise.all(tries)).filter(({ status }) => status !== 401).length

const useAll = (process: FacetProcess, { embedding }: World, { tokens }: Issued): Promise<number> =>
  accepted(tokens.map((token) => embedding.use(process, token)))

/**
 * Uses every credential from before the restore on the restored service. Then issues as many new ones and tries again, because an old token
 * must not match a new row.
 */
export const look = async (
  installation: Installation,
  process: FacetProcess,
  settings: Settings,
  world: World,
  after: After,
): Promise<Look> => {
  const { embedding, tenant } = world
  const old: Issued = { tokens: [...world.issued.tokens, ...after.tokens], sessions: [...world.issued.sessions, ...after.sessions] }
  const ask = (secret: string) => embedding.ask(process, { path: '/api/v1/regions', authorization: `Bearer ${secret}` })
  const tokensAccepted = await useAll(process, world, old)
  const exchanges = await Promise.all(old.sessions.map((session) => embedding.exchange(process, session)))
  const endedAccepted: string[] = []
  const ended = after.isEnded ? world.doomed : []
  for (const { what, secret } of ended) if ((await ask(secret)).status !== 401) endedAccepted.push(what)
  const given = await giveIds(installation, process, world, 2)
  const fresh = await issue(embedding, process, old.tokens.length)
  const customers = await sqlAt(settings, 'select from embed_tenants where tenant_id = $1 and name = $2 and removed_at is null', [
    tenant.tenantId,
    world.embedTenantName,
  ])
  return {
    tokensTried: old.tokens.length * 2,
    tokensAccepted: tokensAccepted + (await useAll(process, world, old)),
    sessionsExchanged: exchanges.filter(({ status }) => status === 200).length,
    endedTried: ended.length,
    endedAccepted,
    isCustomerBack: after.isEnded && customers.length > 0,
    idsGivenAgain: given.filter((id) => id <= after.lastId).length,
    isKeptKeyGood: (await ask(world.keptSecret)).status === 200,
    isNewTokenGood: (await useAll(process, world, fresh)) === fresh.tokens.length,
  }
}

/** Whether no old credential works and valid ones do. */
export const isSafe = (seen: Look): boolean =>
  seen.tokensAccepted === 0 &&
  seen.sessionsExchanged === 0 &&
  seen.endedAccepted.length === 0 &&
  !seen.isCustomerBack &&
  seen.idsGivenAgain === 0 &&
  seen.isKeptKeyGood &&
  seen.isNewTokenGood &&
  seen.tokensTried > 0
