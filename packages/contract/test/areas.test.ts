import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { auditKindOfParam, auditTargetKinds, failureCodes } from '../src/index.ts'
import { sharedFailures } from '../src/shared-failures.ts'

type AreaFile = { failures?: object; auditTargets?: Record<string, { param?: string | string[] }>; whoMay?: object }

const filesOf = (glob: string): Promise<AreaFile[]> => {
  const root = join(import.meta.dirname, '..')
  return Promise.all(globSync(glob, { cwd: root }).map((path) => import(join(root, path)) as Promise<AreaFile>))
}

it('defines each failure code in one area', async () => {
  const areas = await filesOf('src/!(generated)/failures.ts')
  const defined = [sharedFailures, ...areas.map(({ failures = {} }) => failures)].flatMap((failures) => Object.keys(failures))

  expect(defined.toSorted()).toEqual(Object.keys(failureCodes).toSorted())
})

it('defines each kind that an audit entry names in one area, and for each parameter one kind', async () => {
  const areas = await filesOf('src/!(generated)/audit-targets.ts')
  const defined = areas.flatMap(({ auditTargets = {} }) => Object.entries(auditTargets))
  const params = defined.flatMap(([, { param = [] }]) => param)

  expect(defined.map(([kind]) => kind).toSorted()).toEqual(auditTargetKinds)
  expect(params.toSorted()).toEqual(Object.keys(auditKindOfParam).toSorted())
})

it('says who may call an operation in one area', async () => {
  const rows = (await filesOf('test/who-may/*.ts')).flatMap(({ whoMay = {} }) => Object.keys(whoMay))

  expect(rows.length).toBe(new Set(rows).size)
})
