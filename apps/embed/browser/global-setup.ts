import { openSharedBrowser } from '@facet/testkit/chromium'
import type { TestProject } from 'vitest/node'
import { buildSdkInto } from '../../../packages/embed/browser/build-sdk.ts'
import { copyBuiltPage } from './built-page.ts'
import { buildGalleryInto } from './gallery-files.ts'

/** One Chromium for the browser tests of a run, and one build of each of the pages that they open. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const shared = await openSharedBrowser({ page: copyBuiltPage, gallery: buildGalleryInto, sdk: buildSdkInto })
  project.provide('sharedBrowser', shared.url)
  return shared.close
}
