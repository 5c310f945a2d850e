import { readFileSync } from 'node:fs'

/** Where each file of the starter project goes. A real .gitignore here would act on this repository. */
const paths: Record<string, string> = {
  'README.md': 'README.md',
  gitignore: '.gitignore',
  'customers.yml': 'model/cubes/customers.yml',
  'orders.yml': 'model/cubes/orders.yml',
  'sales.yml': 'model/views/sales.yml',
}

/** The files of a new deployment's first branch: a model that compiles on any SQL database, without tables of its own. */
export const starterFiles = (): { path: string; content: string }[] =>
  Object.entries(paths).map(([name, path]) => ({ path, content: readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8') }))
