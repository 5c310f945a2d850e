import { facet } from './facet.ts'

const tenant = 'local'
const email = 'admin@localhost'

const keyIn = (made: string): string => (JSON.parse(made) as { adminKey: string }).adminKey

/** Makes the tenant and gives its administrator's key. A start that ended before the key was written has the tenant already: then another key is made. */
export const makeFirstTenant = async (env: Record<string, string>): Promise<string> => {
  try {
    return keyIn(await facet(env, 'tenants', 'create', '--name', tenant, '--host', 'localhost', '--admin-email', email, '--json'))
  } catch (error) {
    const recovered = await facet(env, 'admin', 'recover', '--tenant', tenant, '--email', email, '--create', '--json').catch(() => null)
    if (recovered === null) throw error
    return keyIn(recovered)
  }
}
