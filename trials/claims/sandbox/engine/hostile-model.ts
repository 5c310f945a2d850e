import type { ModelFile } from '../../isolation/isolation/model.ts'
import { probeSource, type Target } from './probe.ts'

const beginning = (targets: readonly Target[]): string => `${probeSource}\nconst targets = ${JSON.stringify(targets)}\n`

const cube = `sql: \`SELECT '\${found}' AS result\`, dimensions: { result: { sql: \`\${CUBE}.result\`, type: 'string', primary_key: true, public: true } }`
const policy = 'access_policy: [{ group: `*`, row_level: { allow_all: true } }]'

/** Tries the targets when the model is compiled, and returns the results as a row. `cube.js` adds its results to every query. */
export const servedProbe = (targets: readonly Target[]): ModelFile[] => [
  {
    path: 'model/probe.js',
    content: `${beginning(targets)}asyncModule(async () => { const found = written(await probe(targets)); cube(\`probe\`, { ${cube}, ${policy} }) })\n`,
  },
  {
    path: 'cube.js',
    content: `${beginning(targets)}const tried = probe(targets)
module.exports = {
  queryRewrite: async (query) => ({
    ...query,
    filters: [...(query.filters ?? []), { member: 'probe.result', operator: 'notEquals', values: ['cube.js ' + written(await tried)] }],
  }),
}
`,
  },
]

/** Tries the targets in the build, which then fails with the results. */
export const builtProbe = (targets: readonly Target[]): ModelFile[] => [
  { path: 'model/probe.js', content: `${beginning(targets)}asyncModule(async () => { throw new Error(written(await probe(targets))) })\n` },
]
