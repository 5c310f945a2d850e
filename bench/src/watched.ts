const server = 'apps/server/src'
const contract = 'packages/contract/src'

/**
 * What trials watch, as beginnings of paths: a trial is run when something changed there. Beside these each of them watches its own
 * source; migrations, `db/` and what the machine is made of are watched by all and named by none (`tools/ci/rules.ts`).
 */
export const watched = {
  /** How a request is taken, judged and answered, whatever it asks for. */
  requests: [
    `${server}/http/`,
    `${server}/access/`,
    `${server}/limits/`,
    `${server}/roles/`,
    `${server}/commands/checks/`,
    `${server}/commands/serve.ts`,
    `${server}/commands/with-database.ts`,
    `${server}/answers.ts`,
    `${server}/audit.ts`,
    `${server}/config-files.ts`,
    `${server}/config-parts.ts`,
    `${server}/config.ts`,
    `${server}/context.ts`,
    `${server}/database-address.ts`,
    `${server}/failure.ts`,
    `${server}/instant.ts`,
    `${server}/main.ts`,
    `${server}/package.ts`,
    `${server}/setting-names.ts`,
    `${server}/system-errors.ts`,
  ],

  /** How sessions are minted and exchanged. */
  minting: [
    `${server}/embed/`,
    `${server}/domains/embed/revocation/`,
    `${server}/domains/embed/security-context/`,
    `${server}/domains/embed/sessions/`,
    `${server}/domains/embed/tokens/`,
    `${contract}/embed/exchange.ts`,
    `${contract}/embed/generate-session.ts`,
    `${contract}/embed/session-parts.ts`,
  ],

  /** Sessions, the tokens they are exchanged for, and the catalogs they name. */
  embedding: [`${server}/embed/`, `${server}/domains/embed/`, `${contract}/embed/`],

  /** Who there is, with which keys and roles. */
  identity: [`${server}/domains/identity/`, `${server}/domains/tenant/tenants/`, `${contract}/identity/`],

  /** Data models as rows and packs, written through several nodes and an object store. */
  authoring: [
    `${server}/authoring/`,
    `${server}/adapters/children/`,
    `${server}/adapters/git/`,
    `${server}/adapters/object-store/`,
    `${server}/folders.ts`,
    `${server}/object-store-config.ts`,
    `${server}/nodes/`,
    `${server}/domains/modeling/branches/`,
    `${server}/domains/modeling/changes/`,
    `${server}/domains/modeling/files/`,
  ],

  /** Everything that an operation says and does. */
  operations: [`${contract}/`, `${server}/domains/`],
}
