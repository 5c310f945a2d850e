import { type DefaultRole, operations, presets } from '@facet/contract'
import { type Credential, homeOrigin, type Owner, type Pair } from './credentials.ts'

/** One try to make a key that holds more than its maker, perhaps for an account it makes itself first. */
export type Attempt = { about: string; body: Record<string, unknown>; owner?: Owner; newAccount?: DefaultRole }

const dayMs = 86_400_000

/** What a key acts on, in every combination: the own, another, both, none. */
const wishesFor = ({ inside, beside }: Pair): Attempt[] => {
  const deployments = {
    '': null,
    'its deployment': [inside],
    'another deployment': [beside],
    'both deployments': [inside, beside],
    'no deployment': [],
  }
  const embedTenants = {
    '': null,
    'its embed tenant': ['storefront'],
    'another embed tenant': ['backoffice'],
    'both embed tenants': ['storefront', 'backoffice'],
    'no embed tenant': [],
  }
  return Object.entries(deployments).flatMap(([on, deploymentIds]) =>
    Object.entries(embedTenants).flatMap(([of, names]) =>
      [null, true].map((tenantWide) => ({
        about: [on, of, tenantWide ? 'tenant-wide' : ''].filter(Boolean).join(', ') || 'no list',
        body: { deploymentIds, embedTenants: names, tenantWide },
      })),
    ),
  )
}

/** Every field of a new key, each widened as far as it goes, and what a hopeful caller might add to the body. */
export const attemptsOf = (parent: Credential, pair: Pair, accounts: { admin: Owner; viewer: Owner }): Attempt[] => [
  { about: 'nothing asked for', body: {} },
  {
    about: 'every limit null',
    body: { deploymentIds: null, preset: null, operations: null, embedTenants: null, origins: null, tenantWide: null, expiresAt: null },
  },
  ...wishesFor(pair),
  ...presets.map((preset) => ({ about: `preset ${preset}`, body: { preset } })),
  { about: 'every operation', body: { operations: Object.keys(operations) } },
  { about: 'an operation of administrators', body: { operations: ['updateTenantSettings'] } },
  { about: 'other origins', body: { origins: [homeOrigin, 'https://elsewhere.example.com'] } },
  { about: 'a later expiry', body: { expiresAt: new Date((parent.expiresAt?.getTime() ?? Date.now()) + dayMs).toISOString() } },
  { about: 'an account of administrators', body: { serviceAccountId: accounts.admin.principalId }, owner: accounts.admin },
  { about: 'an account of viewers', body: { serviceAccountId: accounts.viewer.principalId }, owner: accounts.viewer },
  {
    about: 'an account, tenant-wide, every operation',
    body: { serviceAccountId: accounts.admin.principalId, tenantWide: true, operations: Object.keys(operations) },
    owner: accounts.admin,
  },
  { about: 'an account of administrators it makes', body: {}, newAccount: 'Admin' },
  { about: 'an account of administrators it makes, tenant-wide', body: { tenantWide: true }, newAccount: 'Admin' },
  { about: 'another owner by guess', body: { ownerId: accounts.admin.principalId, principalId: accounts.admin.principalId } },
  { about: 'a scope as it is stored', body: { scope: {} } },
  { about: 'actions', body: { actions: ['All'], grants: [{ role: 'Admin' }] } },
]
