import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenStandIn } from '#test'
import { findBrokenAddons, lookAtEngines, standInWarning } from './index.ts'
import { addonIn } from './installed.ts'

const versions = ['1.7.43', '9.9.9']
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-engines-'))
  await givenStandIn(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const look = async () => lookAtEngines(folder, versions, await findBrokenAddons(folder, versions))

it('counts an engine as a stand-in when it has no native addon, and when its addon cannot be loaded', async () => {
  expect(await look()).toEqual({ installed: ['1.7.43'], missing: ['9.9.9'], standIns: ['1.7.43'], brokenAddons: [] })

  const addon = addonIn(join(folder, '1.7.43'))
  await mkdir(dirname(addon), { recursive: true })
  await writeFile(addon, 'of another platform')
  const found = await look()

  expect(found).toMatchObject({ standIns: ['1.7.43'], brokenAddons: ['1.7.43'] })
  expect(standInWarning(found)).toContain('The native addon of 1.7.43 cannot be loaded on this machine')
  expect(lookAtEngines(folder, versions)).toMatchObject({ standIns: [], brokenAddons: [] })
})
