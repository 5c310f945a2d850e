import { type Browser, connectSharedBrowser, sharedBuild } from '@facet/testkit/chromium'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser and the builds that all browser tests of a run share. */
    sharedBrowser: string
  }
}

/** Connects to the one Chromium of the run. Each test file closes its connection, which closes its contexts. */
export const connectBrowser = (): Promise<Browser> => connectSharedBrowser(inject('sharedBrowser'))

/** Returns the folder of files that are built once for the run. */
export const builtFolder = (name: 'page' | 'gallery' | 'sdk'): Promise<string> => sharedBuild(inject('sharedBrowser'), name)
