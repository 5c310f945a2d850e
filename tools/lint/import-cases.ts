/** A file of the named place, imports it may not have with a part of what the linter answers, and imports it may. */
export type ImportCase = { file: string; refused: Record<string, string>; allowed: string[] }

const web = 'known in http/ only'
const sql = 'known in db/ only'
const testing = 'Only tests know'
const home = 'Each has one home'
const farAway = 'Two levels up'
const outOfFolder = 'stays in its folder'
const face = 'Enter a module by its face'

const value = (from: string): string => `import { thing } from '${from}'`
const type = (from: string): string => `import type { Thing } from '${from}'`

const packages = {
  [value('fastify')]: web,
  [value('@fastify/cors')]: web,
  [value('ajv-formats')]: web,
  [value('pg')]: sql,
  [value('pg-cursor')]: sql,
  [value('kysely')]: sql,
  [value('pino')]: home,
  [value('prom-client')]: home,
  [value('@opentelemetry/api')]: home,
  [value('@aws-sdk/client-s3')]: home,
  [value('yaml')]: home,
  [value('vitest')]: testing,
  [value('#test')]: testing,
  [value('@facet/client')]: testing,
}
const without = (...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(packages).filter(([line]) => !names.some((name) => line.includes(`'${name}`))))

const server = (path: string): string => `apps/server/src/${path}`
const under = (name: string): string => `${name} stands under`
const shared = ['#failure', '#context', '#config', 'node:fs', '@facet/contract', './own.ts'].map(value)

export const importCases: ImportCase[] = [
  {
    file: 'packages/contract/src/content/folders.ts',
    refused: {
      [value('@facet/client')]: 'The contract stands under everything',
      [value('../../../client/src/index.ts')]: 'The contract stands under everything',
    },
    allowed: [value('typebox'), value('../schema.ts'), value('./folders.ts')],
  },
  {
    file: 'packages/client/src/generated/folders.ts',
    refused: {
      [value('@facet/contract')]: 'The client stands alone',
      [type('@facet/contract')]: 'The client stands alone',
      [value('node:http')]: 'The client stands alone',
      [value('../../../contract/src/index.ts')]: 'The client stands alone',
    },
    allowed: [value('../operation.ts'), value('./shared.ts')],
  },
  {
    file: 'packages/client/test/types.test.ts',
    refused: {},
    allowed: [type('@facet/contract'), value('@facet/server/testing'), value('../../../tools/x.ts')],
  },
  {
    file: server('workflows/bundle.ts'),
    refused: { ...packages, [value('../../test/x.ts')]: farAway, [value('#domains/content/folders/folder-queries')]: face },
    allowed: [...shared, value('#domains/content/folders'), value('../x.ts')],
  },
  {
    file: server('paging.ts'),
    refused: { ...packages, [value('#db')]: under('A file beside main.ts'), [type('./access/index.ts')]: under('A file beside main.ts') },
    allowed: shared,
  },
  {
    file: server('context.ts'),
    refused: { ...packages, [value('#access')]: under('A file beside main.ts') },
    allowed: [...shared, type('#access'), type('#db'), type('pino')],
  },
  {
    file: server('main.ts'),
    refused: {
      ...packages,
      [value('#db')]: 'main.ts picks a command',
      [value('./domains/tenant/spec/index.ts')]: 'main.ts picks a command',
    },
    allowed: [...shared, value('./commands/serve.ts'), value('#roles/api')],
  },
  {
    file: server('limits/bulkhead.ts'),
    refused: {
      ...packages,
      [value('#db')]: under('limits/'),
      [value('../access/index.ts')]: under('limits/'),
      [value('../../test/x.ts')]: farAway,
    },
    allowed: [value('#failure'), value('node:net'), value('./own.ts')],
  },
  {
    file: server('db/pool.ts'),
    refused: {
      ...without('pg', 'kysely'),
      [value('#access')]: under('db/'),
      [value('../secrets/index.ts')]: under('db/'),
      [value('../../test/x.ts')]: farAway,
    },
    allowed: [...shared, value('pg'), value('kysely')],
  },
  {
    file: server('adapters/mail/index.ts'),
    refused: { ...packages, [value('#domains/content/folders')]: under('An adapter'), [value('../log/index.ts')]: outOfFolder },
    allowed: [...shared, value('#adapters/log')],
  },
  {
    file: server('adapters/log/index.ts'),
    refused: { ...without('pino'), [value('#http')]: under('An adapter'), [value('../metrics/index.ts')]: outOfFolder },
    allowed: [...shared, value('pino')],
  },
  {
    file: server('adapters/metrics/index.ts'),
    refused: { ...without('prom-client'), [value('#http')]: under('An adapter'), [value('../log/index.ts')]: outOfFolder },
    allowed: [...shared, value('prom-client')],
  },
  {
    file: server('adapters/tracing/index.ts'),
    refused: { ...without('@opentelemetry'), [value('#http')]: under('An adapter'), [value('../log/index.ts')]: outOfFolder },
    allowed: [...shared, value('@opentelemetry/api'), "export const sdk = await import('@opentelemetry/sdk-trace-node')"],
  },
  {
    file: server('adapters/object-store/s3-store.ts'),
    refused: { ...without('@aws-sdk'), [value('#http')]: under('An adapter'), [value('../log/index.ts')]: outOfFolder },
    allowed: [...shared, value('@aws-sdk/client-s3')],
  },
  {
    file: server('model/diff-models.ts'),
    refused: {
      ...without('yaml'),
      [value('#failure')]: 'model/ is pure',
      [type('#db')]: 'model/ is pure',
      [value('@facet/contract')]: 'only types of the contract',
      [value('../../x.ts')]: farAway,
    },
    allowed: [value('yaml'), value('node:crypto'), type('@facet/contract'), value('./own.ts'), value('./starter/index.ts')],
  },
  {
    file: server('secrets/key-ring.ts'),
    refused: { ...packages, [value('#access')]: under('This folder'), [value('../../test/x.ts')]: farAway },
    allowed: [...shared, value('#db')],
  },
  {
    file: server('access/proofs.ts'),
    refused: {
      ...packages,
      [value('#domains/content/folders')]: under('access/'),
      [value('../http/index.ts')]: under('access/'),
      [value('#embed')]: under('access/'),
      [value('../../x.ts')]: farAway,
    },
    allowed: [...shared, value('#db'), value('#secrets'), value('#adapters/mail')],
  },
  {
    file: server('authoring/edit.ts'),
    refused: {
      ...packages,
      [value('#domains/content/folders')]: under('authoring/'),
      [value('#embed')]: under('authoring/'),
      [value('../../x.ts')]: farAway,
    },
    allowed: [...shared, value('#db'), value('#access'), value('#adapters/git')],
  },
  {
    file: server('embed/mint.ts'),
    refused: {
      ...packages,
      [value('#domains/content/folders')]: under('embed/'),
      [value('../roles/api.ts')]: under('embed/'),
      [value('../../x.ts')]: farAway,
    },
    allowed: [...shared, value('#db'), value('#access')],
  },
  {
    file: server('http/mount.ts'),
    refused: {
      ...without('fastify', '@fastify', 'ajv'),
      [value('#domains/content/folders')]: 'http/ serves what it is handed',
      [value('../roles/handlers.ts')]: 'http/ serves what it is handed',
      [value('#secrets')]: 'import its type',
      [value('../../test/x.ts')]: farAway,
    },
    allowed: [...shared, value('fastify'), value('ajv'), value('#access'), value('#db'), value('#audit'), type('#secrets')],
  },
  {
    file: server('domains/content/folders/create-folder.ts'),
    refused: {
      ...packages,
      [value('#http')]: 'knows nothing of HTTP',
      [value('#roles/api')]: 'knows nothing of HTTP',
      [value('#access/node')]: 'A proof without a check',
      [type('kysely')]: sql,
      [value('../workbooks/index.ts')]: outOfFolder,
      [value('../../../adapters/log/index.ts')]: outOfFolder,
      [value('#domains/content/workbooks/workbook-queries')]: face,
      "export const late = import('#domains/content/workbooks/workbook-queries')": face,
      "export * from 'kysely'": sql,
    },
    allowed: [...shared, value('#access'), value('#adapters/git'), value('#domains/content/workbooks'), value('./folder-queries.ts')],
  },
  {
    file: server('domains/modeling/connected-remote/pusher.ts'),
    refused: {
      ...packages,
      [value('#http')]: 'knows nothing of HTTP',
      [value('../remotes/index.ts')]: outOfFolder,
      [value('#domains/content/workbooks/workbook-queries')]: face,
    },
    allowed: [...shared, value('#access'), value('#access/node')],
  },
  {
    file: server('domains/content/folders/folder-queries.ts'),
    refused: {
      ...packages,
      [value('#http')]: 'knows nothing of HTTP',
      [value('#access/node')]: 'A proof without a check',
      [value('../workbooks/index.ts')]: outOfFolder,
      [value('#domains/content/workbooks/workbook-queries')]: face,
    },
    allowed: [...shared, type('kysely'), value('#db')],
  },
  {
    file: server('roles/api.ts'),
    refused: {
      ...packages,
      [value('#commands/serve')]: 'commands/ start the roles',
      [value('../../test/x.ts')]: farAway,
      [value('#domains/content/folders/folder-queries')]: face,
    },
    allowed: [...shared, value('#domains/content/folders'), value('#http'), value('#adapters/log')],
  },
  {
    file: server('domains/content/folders/create-folder.test.ts'),
    refused: { [value('../../../../test/x.ts')]: farAway, [value('#domains/content/workbooks/workbook-queries')]: face },
    allowed: [...shared, value('vitest'), value('#test'), value('pg'), value('#http')],
  },
  {
    file: server('domains/content/folders/sync.workflow.ts'),
    refused: {
      [value('#db')]: 'A workflow is replayed',
      [value('node:fs')]: 'A workflow is replayed',
      [value('../workbooks/index.ts')]: 'A workflow is replayed',
      [value('@temporalio/activity')]: 'A workflow is replayed',
      [value('./sync.activities.ts')]: 'A workflow is replayed',
      [value('./folder-queries.ts')]: 'A workflow is replayed',
    },
    allowed: [value('@temporalio/workflow'), value('./folder-rules.ts'), type('./sync.activities.ts'), type('#domains/content/workbooks')],
  },
]
