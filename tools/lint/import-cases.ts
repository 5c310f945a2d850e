import { folders, homes, partRows, serverRows } from './imports.ts'

/** Imports that the linter must refuse and accept in a file. A leading `type ` makes a type import. */
export type ImportCase = { file: string; refused: string[]; accepted: string[] }

/** A path that the globs of a row match. */
const sampleOf = (glob: string): string =>
  glob
    .replace(/\{(\w+)[^}]*\}/, '$1')
    .replaceAll('**/', 'area/module/')
    .replace(/\*\*$/, 'sample.ts')
    .replaceAll('*', 'sample')

const serverCases = serverRows.flatMap(({ files, may, typesOnly = [], home, typesOfHome }) => {
  const refusedFolders = folders.filter((name) => !may.includes(name))
  const packagesOf = (isHome: boolean) => Object.keys(homes).flatMap((name) => ((name === home) === isHome ? (homes[name] ?? []) : []))
  return files.map((glob): ImportCase => {
    const types = [...typesOnly.map((name) => `#${name}`), ...(homes[typesOfHome ?? ''] ?? [])].map((name) => `type ${name}`)
    const isRefused = (name: string): boolean => !types.includes(name)
    return {
      file: `apps/server/src/${sampleOf(glob)}`,
      refused: [
        ...refusedFolders.flatMap((name) => [`#${name}`, `./${name}/file.ts`]),
        ...[...refusedFolders.map((name) => `#${name}`), ...packagesOf(false)].map((name) => `type ${name}`).filter(isRefused),
        ...packagesOf(false).flatMap((name) => [name, `${name}/part`]),
      ],
      accepted: [...may.map((name) => `#${name}`), ...types, ...packagesOf(true), 'node:fs', 'undici', '@facet/contract', './own.ts'],
    }
  })
})

const partCases = partRows.map(
  ({ files: [glob = ''], may, typesOnly = [] }): ImportCase => ({
    file: sampleOf(glob),
    refused: ['#kernel/failure', 'type #context', '@facet/server', 'unknown', ...typesOnly],
    accepted: [
      ...may.filter((name) => !name.startsWith('!')).map((name) => name.replace(/\*+$/, 'sample')),
      ...typesOnly.map((name) => `type ${name}`),
    ],
  }),
)

const server = 'apps/server/src'
const anyPackage = ['fastify', '@fastify/cors', 'ajv-formats', 'pg', 'pg-cursor', 'kysely', 'pino', 'prom-client', '@opentelemetry/api']
const otherPackages = ['@aws-sdk/client-s3', 'yaml', 'vega-lite', 'vitest', '#test', '@facet/client', '@facet/testkit/postgres']

/** Written by hand, not derived from the rows, so that a mistake in a row is noticed. */
const refusedImports: Record<string, string[]> = {
  'packages/ui/src/Notice.tsx': ['@facet/client', 'node:fs', '../../../apps/embed/src/messages.ts'],
  'apps/embed/src/widgets/Table.tsx': ['@facet/contract', '@facet/embed', 'node:fs', '../../../server/src/kernel/failure.ts'],
  'packages/contract/src/content/folders.ts': ['@facet/client', '../../../client/src/index.ts'],
  'packages/client/src/generated/folders.ts': ['@facet/contract', 'type @facet/contract', 'node:http', '../../../contract/src/index.ts'],
  'packages/testkit/src/postgres/cluster.ts': ['@facet/server/testing', 'vitest', '../../../../apps/server/src/db/index.ts'],
  'packages/testkit/src/relay/tcp-relay.test.ts': ['#test'],
  'packages/cube-model/src/diff-models.ts': ['node:fs', 'ajv', '@facet/contract', 'type @facet/client', 'type ../../client/src/index.ts'],
  'packages/cube-model/src/diff-models.test.ts': ['#test'],
  'packages/cube-model/src/starter/index.ts': ['../read-model.ts', '#db'],
  'packages/chart-spec/src/check/check-chart.ts': ['node:fs', 'type @facet/contract', 'vega'],
  'packages/dashboard-spec/src/query/query-size.ts': ['node:fs', '@facet/contract', '../../../chart-spec/src/index.ts'],
  'packages/chart-spec/src/check/check-chart.test.ts': ['#test', '../../../client/src/index.ts'],
  'packages/dbt-convert/src/convert.ts': ['node:fs', 'yaml', 'type @facet/contract', '../test/projects.ts'],
  'packages/dbt-convert/test/golden.test.ts': ['#db', '@facet/client'],
  'packages/cube-addon/src/addon.ts': ['@facet/cube-process', '#db', '../../cube-process/src/serve.ts'],
  'packages/cube-process/src/serve.ts': ['@facet/contract', '../../testkit/src/x.ts'],
  [`${server}/main.ts`]: ['#db', './domains/tenant/spec/index.ts'],
  [`${server}/workflows/bundle.ts`]: ['../../test/x.ts', '#domains/content/folders/folder-queries', ...anyPackage, ...otherPackages],
  [`${server}/kernel/paging.ts`]: ['#db', 'type #config', 'type ../access/index.ts', '../../x.ts'],
  [`${server}/config/reader.ts`]: ['#db', '../../x.ts'],
  [`${server}/limits/bulkhead.ts`]: ['#db', '../access/index.ts', '../../test/x.ts'],
  [`${server}/db/pool.ts`]: ['#access', '#engine/content', '../../test/x.ts', 'fastify'],
  [`${server}/secrets/key-ring.ts`]: ['#access', '../../test/x.ts'],
  [`${server}/outbox/consumer.ts`]: ['#access', 'type #context', '../../test/x.ts'],
  [`${server}/adapters/mail/index.ts`]: ['#domains/content/folders', '../log/index.ts', 'pino'],
  [`${server}/adapters/log/index.ts`]: ['#http', '../metrics/index.ts', 'prom-client'],
  [`${server}/access/proofs.ts`]: ['#domains/content/folders', '../http/index.ts', 'type #context', '#engine/embed', '../../x.ts', 'pg'],
  [`${server}/context/context.ts`]: ['type #domains/content/folders', 'type #http', '../../x.ts'],
  [`${server}/http/mount.ts`]: ['#domains/content/folders', '../process/handlers.ts', '#secrets', '#adapters/log', '../../test/x.ts', 'pg'],
  [`${server}/gateway/own.ts`]: [
    '#http',
    '#adapters/log',
    '#domains/embed/security-context',
    '../process/handlers.ts',
    '../../far/away.ts',
  ],
  [`${server}/process/api.ts`]: ['#cli/serve', '../../test/x.ts', '#domains/content/folders/folder-queries'],
  [`${server}/process/generated/areas.ts`]: ['#cli/serve', 'pg'],
  [`${server}/domains/content/settings.ts`]: ['type #context', '#db', 'pg'],
  [`${server}/domains/content/events.ts`]: ['type #context', '#db', '#outbox', '../../x.ts'],
  [`${server}/domains/content/generated/handlers.ts`]: ['#http', '#access/node', '../../hosting/regions/list-regions.ts'],
  [`${server}/domains/modeling/engine/repositories/edit.ts`]: [
    'type #context',
    '#domains/content/folders',
    '#http',
    '../../branches/index.ts',
  ],
  [`${server}/domains/content/folders/create-folder.ts`]: [
    ...['#http', '#process/api', '#access/node', 'type kysely', '../workbooks/index.ts', '../../../adapters/log/index.ts'],
    ...['#domains/content/workbooks/workbook-queries', ...anyPackage, ...otherPackages],
  ],
  [`${server}/domains/content/folders/folder-queries.ts`]: [
    ...['#http', '#access/node', '../workbooks/index.ts', '#domains/content/workbooks/workbook-queries', 'kysely', 'type fastify'],
  ],
  [`${server}/domains/content/folders/create-folder.test.ts`]: ['../../../../test/x.ts', '#domains/content/workbooks/workbook-queries'],
  [`${server}/domains/content/folders/sync.workflow.ts`]: [
    ...['#db', 'node:fs', '../workbooks/index.ts', '@temporalio/activity', './sync.activities.ts', './folder-queries.ts'],
  ],
}

/** Exceptions in the rules for a few files. */
const acceptedImports: Record<string, string[]> = {
  'packages/dbt-convert/test/golden.test.ts': ['vitest', '@facet/cube-model', '../../cube-process/test/engine.ts'],
  [`${server}/process/generated/areas.ts`]: ['../../domains/content/area.ts', 'type #context'],
  [`${server}/domains/modeling/engine/repositories/edit.ts`]: ['#access/node', '../remotes/index.ts'],
  [`${server}/domains/content/folders/create-folder.ts`]: ['#engine/content', '#domains/content/workbooks', './folder-queries.ts'],
  [`${server}/domains/content/generated/handlers.ts`]: ['../folders/create-folder.ts'],
  [`${server}/domains/content/folders/create-folder.test.ts`]: ['vitest', '#test', 'pg', '#http'],
  [`${server}/domains/content/folders/sync.workflow.ts`]: [
    ...['@temporalio/workflow', './folder-rules.ts', 'type ./sync.activities.ts', 'type #domains/content/workbooks'],
  ],
}

const cases = [
  ...serverCases,
  ...partCases,
  ...Object.entries(refusedImports).map(([file, refused]) => ({ file, refused, accepted: acceptedImports[file] ?? [] })),
]

/** One case per file: `main.ts` has a derived one and a hand-written one. */
export const importCases: ImportCase[] = [...Map.groupBy(cases, ({ file }) => file)].map(([file, group]) => ({
  file,
  refused: [...new Set(group.flatMap(({ refused }) => refused))],
  accepted: [...new Set(group.flatMap(({ accepted }) => accepted))],
}))
