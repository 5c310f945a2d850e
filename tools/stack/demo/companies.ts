import { type Client, FacetFailure } from '@facet/client'

export type Company = { company: string; embedTenantName: string; viewer: string }

/** Whose rows the warehouse holds, under which name their users are embedded, and who looks at the page of the shop. */
export const companies: readonly Company[] = [
  { company: 'acme', embedTenantName: 'acme-shop', viewer: 'Ada Winter' },
  { company: 'globex', embedTenantName: 'globex-shop', viewer: 'Hank Moreno' },
]

export const viewers = 'demo-viewers'
const groups = [viewers, 'demo-analysts']

/** What the page of a company asks for, as its backend sends it. */
export const sessionOf = (deploymentId: number, { company, embedTenantName }: Company) => ({
  deploymentId,
  externalId: `viewer@${company}.example`,
  embedTenantName,
  groups: [viewers],
  userAttributes: [{ name: 'company', value: company }],
})

const unlessTaken = async (making: Promise<unknown>): Promise<void> => {
  await making.catch((error: unknown) => {
    if (!(error instanceof FacetFailure) || !error.code.endsWith('_taken')) throw error
  })
}

/** What the policies of the model speak of; and a first session of each company, by which its embed tenant exists. */
export const addCompanies = async (client: Client, deploymentId: number): Promise<void> => {
  for (const name of groups) await unlessTaken(client.createGroup({ body: { name } }))
  await unlessTaken(client.createUserAttribute({ body: { name: 'company', type: 'string' } }))
  for (const company of companies) await client.generateSession({ body: sessionOf(deploymentId, company) })
}
