import type { Browser, Page } from '@facet/testkit/chromium'

type Event = { name: string; ph: string; pid: number; tid: number; tdur?: number; dur?: number; args?: { name?: string } }

const taskName = 'ThreadControllerImpl::RunTask'

/** The longest task of the main threads of pages during the action, in milliseconds of CPU time. */
export const longestTask = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<number> => {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  try {
    await act()
  } catch (error) {
    await browser.stopTracing()
    throw error
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === taskName && mainThreads.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error(`The trace has no ${taskName} of a page: this version of Chromium uses another name.`)
  return Math.max(...tasks.map(({ tdur, dur }) => tdur ?? dur ?? 0)) / 1000
}
