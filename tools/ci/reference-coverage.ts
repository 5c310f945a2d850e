import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OperationShape, operations, unservedOperations } from '@facet/contract'

const families = ['management', 'specification', 'scim', 'chat', 'data']

type Paths = Record<string, Record<string, unknown>>

const addressOf = (method: string, path: string): string => {
  const plain = path.replace(/\/+$/, '').replaceAll(/\{[^}]+\}/g, '{}')
  return `${method.toUpperCase()} ${plain}`
}

const isMethod = (key: string): boolean => ['get', 'post', 'put', 'patch', 'delete'].includes(key)

const referenceIn = (folder: string): string[] =>
  families.flatMap((family) => {
    const { paths } = JSON.parse(readFileSync(join(folder, `${family}.json`), 'utf8')) as { paths: Paths }
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter(isMethod)
        .map((method) => addressOf(method, path)),
    )
  })

/** The same, or the same below the base of its family, which the reference leaves out. */
const isSame = (ours: string, theirs: string): boolean => {
  const [method, path = ''] = theirs.split(' ')
  return (
    ours === theirs || (ours.startsWith(`${method} `) && ours.endsWith(path) && !path.startsWith('/api/') && !path.startsWith('/build/'))
  )
}

const [folder = ''] = process.argv.slice(2)
const reference = referenceIn(folder)
const addressesOf = (list: readonly Pick<OperationShape, 'method' | 'path'>[]): string[] =>
  list.map(({ method, path }) => addressOf(method, path))
const served = addressesOf(Object.values(operations))
const unserved = addressesOf(unservedOperations)
const problems = [
  ...reference
    .filter((theirs) => ![...served, ...unserved].some((ours) => isSame(ours, theirs)))
    .map((theirs) => `${theirs} is neither served nor among the unserved operations of the contract`),
  ...unserved
    .filter((ours) => !reference.some((theirs) => isSame(ours, theirs)))
    .map((ours) => `${ours} is among the unserved operations and not in the reference`),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${reference.length} operations of the reference, ${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
