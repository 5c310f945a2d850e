import { browserImportCases } from './browser-import-cases.ts'
import { type ImportCase, type, value } from './import-case.ts'

const web = 'known in http/ only'
const sql = 'known in db/ only'
const testing = 'Only tests know'
const home = 'Each has one home'
const farAway = 'Two levels up'
const outOfFolder = 'stays in its folder'
const face = 'Enter a module by its face'

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
  [value('vega-lite')]: home,
  [value('vitest')]: testing,
  [value('#test')]: testing,
  [value('@facet/client')]: testing,
  [value('@facet/testkit/postgres')]: testing,
}
const without = (...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(packages).filter(([line]) => !names.some((name) => line.includes(`'${name}`))))

const server = (path: string): string => `apps/server/src/${path}`
const under = (name: string): string => `${name} stands under`
const shared = ['#kernel/failure', 'node:fs', '@facet/contract', './own.ts'].map(value)

export const importCases: ImportCase[] = [
  ...browserImportCases,
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
    file: 'packages/testkit/src/postgres/cluster.ts',
    refused: {
      [value('@facet/server/testing')]: 'The test kit starts engines',
      [value('vitest')]: 'The test kit starts engines',
      [value('../../../../apps/server/src/db/index.ts')]: 'The test kit starts engines',
    },
    allowed: [value('pg'), value('node:fs'), value('../net/free-port.ts')],
  },
  {
    file: 'packages/client/test/types.test.ts',
    refused: {},
    allowed: [type('@facet/contract'), value('@facet/server/testing'), value('../../../tools/x.ts')],
  },
  {
    file: 'packages/cube-model/src/diff-models.ts',
    refused: {
      [value('node:fs')]: 'cube-model is pure',
      [value('ajv')]: 'cube-model is pure',
      [value('@facet/contract')]: 'cube-model is pure',
      [type('#kernel/failure')]: 'nothing above it',
      [type('@facet/client')]: 'nothing above it',
      [type('../../client/src/index.ts')]: 'nothing above it',
    },
    allowed: [value('yaml'), value('node:crypto'), type('@facet/contract'), value('./own.ts')],
  },
  {
    file: 'packages/chart-spec/src/check/check-chart.ts',
    refused: {
      [value('node:fs')]: 'chart-spec is pure',
      [type('@facet/contract')]: 'chart-spec is pure',
      [type('#kernel/failure')]: 'chart-spec is pure',
    },
    allowed: [value('vega-lite'), value('vega-expression'), value('./own.ts'), value('../own.ts')],
  },
  {
    file: 'packages/chart-spec/src/check/check-chart.test.ts',
    refused: { [value('#test')]: 'The package stands alone' },
    allowed: [value('vitest'), value('node:module'), value('./own.ts')],
  },
  {
    file: 'packages/dbt-convert/src/convert.ts',
    refused: {
      [value('node:fs')]: 'dbt-convert is pure',
      [value('yaml')]: 'dbt-convert is pure',
      [type('@facet/contract')]: 'dbt-convert is pure',
      [value('../test/projects.ts')]: 'dbt-convert is pure',
    },
    allowed: [value('./own.ts')],
  },
  {
    file: 'packages/dbt-convert/test/golden.test.ts',
    refused: { [value('#db')]: 'know nothing of the service', [value('@facet/client')]: 'know nothing of the service' },
    allowed: [value('vitest'), value('@facet/cube-model'), value('../../cube-process/test/engine.ts')],
  },
  {
    file: 'packages/cube-addon/src/addon.ts',
    refused: {
      [value('@facet/cube-process')]: 'It runs inside the sandbox, before the engine',
      [value('#db')]: 'It runs inside the sandbox',
    },
    allowed: [value('node:fs'), value('./results.ts')],
  },
  {
    file: 'packages/cube-process/src/serve.ts',
    refused: { [value('@facet/contract')]: 'It runs inside the sandbox', [value('../../testkit/src/x.ts')]: 'It runs inside the sandbox' },
    allowed: [value('node:http'), value('@facet/cube-addon'), value('./core.ts')],
  },
  {
    file: 'packages/cube-model/src/starter/index.ts',
    refused: { [value('../read-model.ts')]: 'The starter project is files', [value('#db')]: 'The starter project is files' },
    allowed: [value('node:fs'), value('./own.ts')],
  },
  {
    file: 'packages/cube-model/src/diff-models.test.ts',
    refused: { [value('#test')]: 'The package stands alone' },
    allowed: [value('vitest'), value('yaml'), value('./own.ts')],
  },
  {
    file: server('workflows/bundle.ts'),
    refused: { ...packages, [value('../../test/x.ts')]: farAway, [value('#domains/content/folders/folder-queries')]: face },
    allowed: [...shared, value('#domains/content/folders'), value('../x.ts')],
  },
  {
    file: server('kernel/paging.ts'),
    refused: {
      ...packages,
      [value('#db')]: under('kernel/'),
      [type('#config')]: under('kernel/'),
      [type('../access/index.ts')]: under('kernel/'),
      [value('../../x.ts')]: farAway,
    },
    allowed: shared,
  },
  {
    file: server('config/reader.ts'),
    refused: { ...packages, [value('#db')]: under('config/'), [value('../../x.ts')]: farAway },
    allowed: shared,
  },
  {
    file: server('context/context.ts'),
    refused: {
      ...packages,
      [type('#domains/content/folders')]: under('context/'),
      [type('#http')]: under('context/'),
      [value('../../x.ts')]: farAway,
    },
    allowed: [...shared, type('#access'), type('#db'), type('#engine/content'), type('#adapters/log')],
  },
  {
    file: server('main.ts'),
    refused: {
      ...packages,
      [value('#db')]: 'main.ts picks a command',
      [value('./domains/tenant/spec/index.ts')]: 'main.ts picks a command',
    },
    allowed: [...shared, value('./cli/serve.ts'), value('#process/api')],
  },
  {
    file: server('limits/bulkhead.ts'),
    refused: {
      ...packages,
      [value('#db')]: under('limits/'),
      [value('../access/index.ts')]: under('limits/'),
      [value('../../test/x.ts')]: farAway,
    },
    allowed: [...shared, value('node:net')],
  },
  {
    file: server('db/pool.ts'),
    refused: {
      ...without('pg', 'kysely'),
      [value('#access')]: under('db/'),
      [value('#engine/content')]: under('db/'),
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
    file: server('adapters/temporal/client.ts'),
    refused: { ...without('@temporalio'), [value('#http')]: under('An adapter'), [value('../log/index.ts')]: outOfFolder },
    allowed: [...shared, value('@temporalio/client')],
  },
  {
    file: server('secrets/key-ring.ts'),
    refused: { ...packages, [value('#access')]: under('This folder'), [value('../../test/x.ts')]: farAway },
    allowed: [...shared, value('#db')],
  },
  {
    file: server('outbox/consumer.ts'),
    refused: {
      ...packages,
      [value('#access')]: under('This folder'),
      [type('#context')]: under('This folder'),
      [value('../../test/x.ts')]: farAway,
    },
    allowed: [...shared, value('#db'), value('#kernel/event'), type('#adapters/log')],
  },
  {
    file: server('access/proofs.ts'),
    refused: {
      ...packages,
      [value('#domains/content/folders')]: under('access/'),
      [value('../http/index.ts')]: under('access/'),
      [type('#context')]: under('access/'),
      [value('#engine/embed')]: under('access/'),
      [value('../../x.ts')]: farAway,
    },
    allowed: [...shared, value('#db'), value('#secrets'), value('#adapters/mail')],
  },
  {
    file: server('domains/modeling/engine/repositories/edit.ts'),
    refused: {
      ...packages,
      [type('#context')]: under('An engine'),
      [value('#domains/content/folders')]: under('An engine'),
      [value('#http')]: under('An engine'),
      [value('../../branches/index.ts')]: farAway,
    },
    allowed: [...shared, value('#db'), value('#access'), value('#access/node'), value('#adapters/git'), value('../remotes/index.ts')],
  },
  {
    file: server('gateway/own.ts'),
    refused: {
      ...packages,
      [value('#http')]: 'gateway/ passes on what it is handed',
      [value('#adapters/log')]: 'gateway/ passes on what it is handed',
      [value('#domains/embed/security-context')]: 'gateway/ passes on what it is handed',
      [value('../process/handlers.ts')]: 'gateway/ passes on what it is handed',
      [value('../../far/away.ts')]: farAway,
    },
    allowed: [...shared, value('undici'), value('#access'), value('#db'), value('#limits'), type('#context')],
  },
  {
    file: server('http/mount.ts'),
    refused: {
      ...without('fastify', '@fastify', 'ajv'),
      [value('#domains/content/folders')]: 'http/ serves what it is handed',
      [value('../process/handlers.ts')]: 'http/ serves what it is handed',
      [value('#secrets')]: 'import its type',
      [value('../../test/x.ts')]: farAway,
    },
    allowed: [
      ...shared,
      value('fastify'),
      value('ajv'),
      value('#access'),
      value('#db'),
      value('#context'),
      value('#nodes'),
      type('#secrets'),
    ],
  },
  {
    file: server('domains/content/folders/create-folder.ts'),
    refused: {
      ...packages,
      [value('#http')]: 'knows nothing of HTTP',
      [value('#process/api')]: 'knows nothing of HTTP',
      [value('#access/node')]: 'A proof without a check',
      [type('kysely')]: sql,
      [value('../workbooks/index.ts')]: outOfFolder,
      [value('../../../adapters/log/index.ts')]: outOfFolder,
      [value('#domains/content/workbooks/workbook-queries')]: face,
      "export const late = import('#domains/content/workbooks/workbook-queries')": face,
      "export * from 'kysely'": sql,
    },
    allowed: [
      ...shared,
      value('#access'),
      value('#adapters/git'),
      value('#engine/content'),
      value('#domains/content/workbooks'),
      value('./folder-queries.ts'),
    ],
  },
  {
    file: server('domains/content/generated/handlers.ts'),
    refused: {
      ...packages,
      [value('#http')]: 'knows nothing of HTTP',
      [value('#access/node')]: 'A proof without a check',
      [value('../../hosting/regions/list-regions.ts')]: farAway,
    },
    allowed: [...shared, value('../folders/create-folder.ts')],
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
    file: server('process/api.ts'),
    refused: {
      ...packages,
      [value('#cli/serve')]: 'cli/ starts the roles',
      [value('../../test/x.ts')]: farAway,
      [value('#domains/content/folders/folder-queries')]: face,
    },
    allowed: [...shared, value('#domains/content/folders'), value('#http'), value('#adapters/log')],
  },
  {
    file: 'packages/testkit/src/relay/tcp-relay.test.ts',
    refused: { [value('#test')]: 'stands alone' },
    allowed: [value('vitest'), value('./own.ts')],
  },
  {
    file: server('process/generated/areas.ts'),
    refused: { ...packages, [value('#cli/serve')]: 'cli/ starts the roles' },
    allowed: [...shared, value('../../domains/content/area.ts'), type('#context')],
  },
  {
    file: server('domains/content/settings.ts'),
    refused: { ...packages, [type('#context')]: under('The settings of an area'), [value('#db')]: under('The settings of an area') },
    allowed: [...shared, value('#config')],
  },
  {
    file: server('domains/content/events.ts'),
    refused: {
      ...packages,
      [type('#context')]: under('The events of an area'),
      [value('#db')]: under('The events of an area'),
      [value('#outbox')]: under('The events of an area'),
      [value('../../x.ts')]: farAway,
    },
    allowed: [...shared, value('#kernel/event')],
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
