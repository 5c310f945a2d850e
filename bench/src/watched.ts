/**
 * What trials watch, by the names that the code has for itself: a layer (`http`), an area (`embed`), a module of it
 * (`embed/sessions`), a package (`cube-model`), one file of these (`kernel/folders`), or the embedded page (`embed-page`). A trial is run when something of that
 * changed. Beside these each of them watches its own source; migrations, `db` and what the machine is made of are watched by all and
 * named by none (`tools/ci/rules.ts`).
 */
export const watched = {
  /** How a request is taken, judged and answered, whatever it asks for. */
  requests: ['http', 'access', 'limits', 'process', 'context', 'config', 'kernel', 'main', 'cli/checks', 'cli/serve', 'cli/with-database'],

  /** How sessions are minted and exchanged. */
  minting: ['access', 'embed/engine', 'embed/security-context', 'embed/session-parts', 'embed/sessions', 'embed/tokens'],

  /** Who there is, with which keys and roles. */
  identity: ['identity', 'tenant/tenants'],

  /** Data models as rows and packs, written through several nodes and an object store. */
  authoring: [
    'modeling/engine',
    'modeling/branches',
    'modeling/changes',
    'modeling/files',
    'nodes',
    'adapters/children',
    'adapters/git',
    'adapters/object-store',
    'config/object-store',
    'kernel/folders',
  ],

  /** Everything that an operation says and does. */
  operations: ['contract', 'domains', 'chart-spec'],
}

/** What a browser is sent is no part of the server. */
const embedPage = [
  ...['build/', 'src/', 'index.html', 'sizes.json', 'vite.config.ts'].map((place) => `apps/embed/${place}`),
  'packages/embed/src/',
  'packages/ui/src/',
  'tools/web/',
]

/** Where what has this name lies, as beginnings of paths. An area and a module are in the contract and in the server. */
export const placesOf = (name: string): string[] =>
  name === 'embed-page'
    ? embedPage
    : [`apps/server/src/${name}`, `apps/server/src/domains/${name}`, `packages/contract/src/${name}`, `packages/${name}/src`].flatMap(
        (place) => [`${place}/`, `${place}.`],
      )
