import { expect, it } from 'vitest'
import { engineVersions } from '#adapters/cube'
import { pinnedVersions } from './pinned-versions.ts'

it('offers the versions that this build can install, and no other', () => {
  expect(pinnedVersions).toEqual(engineVersions.map(({ version }) => version))
})
