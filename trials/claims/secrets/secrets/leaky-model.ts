import type { ModelFile } from '../../isolation/isolation/model.ts'

/** What the model and `cube.js` say before they say every variable they were given: what is rightly in the logs and errors. */
export const saying = { model: 'the model was given', settings: 'cube.js was given', refusal: 'no query goes through with' } as const

/** A query with this limit fails in `cube.js`, with a variable in its words. */
export const failingLimit = 7

/** A data model as a careless hand writes it: it prints its variables when it is compiled, when it is served, and in errors of queries. */
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

/** One that does not compile, for a reason that holds a variable. */
export const brokenModel = (): ModelFile[] => [
  {
    path: 'model/broken.js',
    content: `const { env } = require('node:process')\nthrow new Error('${saying.model} ' + env.MY_SECRET + ' and ' + env.CUBEJS_DB_PASS)\n`,
  },
]
