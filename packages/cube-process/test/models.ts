import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A model in a folder of its own, as a deployment's files lie in the sandbox. */
export const givenModel = (files: Record<string, string>): { folder: string; [Symbol.dispose]: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'model-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

// Hooks that must not be honoured, each of which would let everybody in or see everything, and two that must.
const config = `module.exports = {
  checkAuth: () => {},
  contextToGroups: () => ['owners'],
  contextToAppId: ({ securityContext }) => 'app-' + securityContext.tenant,
  extendContext: () => ({ securityContext: { cubeCloud: { groups: ['owners'], userAttributes: {} } }, extended: true }),
  queryRewrite: (query, { extended, securityContext }) => {
    if (!extended) throw new Error('extendContext was not honoured')
    if (securityContext.noDrafts) query.filters.push({ member: 'orders.status', operator: 'notEquals', values: ['draft'] })
    return query
  },
}`

export const shopFiles = (): Record<string, string> => ({
  'cube.js': config,
  'model/shop.yml': readFileSync(join(import.meta.dirname, 'shop.yml'), 'utf8'),
})
