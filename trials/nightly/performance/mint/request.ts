import type { GenerateSession } from '@facet/contract'

export const groupsPerCatalog = 50
export const attributesPerCatalog = 20

/** `changed`: another third group, and other values of two attributes. */
export type Visitor = { externalId: string; catalog: number; changed?: { group: string; value: string } }

export const embedTenantName = (catalog: number): string => `customer-${catalog}`
export const groupName = (place: number): string => `group-${String(place).padStart(2, '0')}`
export const attributeName = (place: number): string => `attribute-${String(place).padStart(2, '0')}`

/** The places of a user's three groups and four attributes in its catalog. */
export const groupPlaces = [3, 17, 29] as const
export const attributePlaces = [1, 6, 11, 16] as const
/** The first of ten groups that replace the third group of a changed user. */
export const firstChangedGroup = 30

/** The modelled request: one external user with a profile, three groups, four attributes, a security context and settings. */
export const requestOf = (deploymentId: number, { externalId, catalog, changed }: Visitor): GenerateSession => {
  const value = changed?.value ?? '000000000'
  const groups = groupPlaces.map((place) => groupName(place))
  if (changed) groups[2] = changed.group
  return {
    deploymentId,
    externalId,
    email: `${externalId}@customer.example`,
    userProfile: { displayName: `Visitor ${externalId}`, picture: `https://pictures.example/${externalId}.png` },
    embedTenantName: embedTenantName(catalog),
    creatorMode: true,
    groups,
    userAttributes: attributePlaces.map((place, index) => ({
      name: attributeName(place),
      value: index < 2 ? `value-${value}` : `department-${index}`,
    })),
    securityContext: { customerId: catalog, region: 'eu-central', plan: 'enterprise' },
    settings: { showDashboardChat: true },
  }
}
