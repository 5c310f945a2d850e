import type { ModelFile } from '../../isolation/isolation/model.ts'

/** Texts that model and `cube.js` print before their variables. They belong in the logs and errors. */
export const saying = { model: 'the model was given', settings: 'cube.js was given', refusal: 'no query goes through with' } as const

/** A query with this limit fails in `cube.js` with a variable in the message. */
export const failingLimit = 7

/** A careless data model: it prints its variables when it is compiled, when it is served, and in query errors. */
export const leakyModel = (mark: string): ModelFile[] => [
  {
    path: 'model/leaky.js',
    content: `// ${mark}
const { env, stderr } = require('node:process')
stderr.write('${saying.model} ' + JSON.stringify(env) + '\\n')
cube('leaky', {
  sql: 'select 1 as id',
  dimensions: { id: { sql: 'id', type: 'number', primary_key: true, public: true } },
  access_policy: [{ group: '*', row_level: { allow_all: true } }],
})
`,
  },
  {
    path: 'cube.js',
    content: `const { env, stderr } = require('node:process')
stderr.write('${saying.settings} ' + Object.values(env).join(' ') + '\\n')
module.exports = {
  queryRewrite: (query) => {
    if (query.limit === ${failingLimit}) throw new Error('${saying.refusal} ' + env.CUBEJS_DB_PASS + ' and ' + JSON.stringify(env.MY_SECRET))
    return query
  },
}
`,
  },
]

/** A model that fails to compile with a variable in the message. */
export const brokenModel = (): ModelFile[] => [
  {
    path: 'model/broken.js',
    content: `const { env } = require('node:process')\nthrow new Error('${saying.model} ' + env.MY_SECRET + ' and ' + env.CUBEJS_DB_PASS)\n`,
  },
]
