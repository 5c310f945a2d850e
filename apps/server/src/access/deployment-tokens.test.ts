import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signedBySecret } from '#test'
import { createAdmission } from './admission.ts'
import type { DataTarget } from './data-targets.ts'
import { createDeploymentTokens, deploymentTokenKey } from './deployment-tokens.ts'
import type { Revocations } from './revocations.ts'

const secret = 'a secret that is long enough for a signature'
const target: DataTarget = {
  tenantId: 1,
  deploymentId: 2,
  environmentId: 3,
  slug: 'shop',
  embedPolicy: 'refuse',
  apiSecret: createSecretKey(Buffer.from(secret)),
}
const revocations: Revocations = { isTrusted: () => true, epoch: () => 1, onDrop: () => undefined, stop: async () => undefined }
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The last letter of a signature says two bits that nobody reads. */
const spelledAnew = (token: string): string => `${token.slice(0, -1)}${letters[letters.indexOf(token.at(-1) ?? '') ^ 1] ?? ''}`

describe('the id of a token that a deployment signed', () => {
  const tokens = createDeploymentTokens(
    { find: () => target },
    revocations,
    createAdmission(20, () => 1),
  )
  const idOf = async (token: string): Promise<string | undefined> => (await tokens.find(1, deploymentTokenKey('shop', token)))?.tokenId

  it('is its own, however its signature is spelled', async () => {
    const [mine, other] = [signedBySecret({ user: 'alice' }, secret), signedBySecret({ user: 'mallory' }, secret)]
    const id = await idOf(mine)

    expect(id).toMatch(/^[\w-]{43}$/)
    await expect(idOf(spelledAnew(mine))).resolves.toBe(id)
    await expect(idOf(other)).resolves.not.toBe(id)
  })
})
