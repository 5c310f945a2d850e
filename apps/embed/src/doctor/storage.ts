import { type Finding, note } from './finding.ts'

const canStore = (): boolean => {
  const key = 'facet-doctor'
  try {
    localStorage.setItem(key, '1')
    localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/** Whether what the site keeps outside of frames is within reach. Not every browser can be asked. */
const sharedStorage = async (): Promise<string> => {
  try {
    return (await document.hasStorageAccess()) ? 'yes' : 'no, partitioned or blocked'
  } catch {
    return 'not known'
  }
}

/** Nothing of ours is kept in the browser, so whatever is found here is no problem of the embed. */
export const judgeStorage = async (): Promise<Finding> => {
  const shared = await sharedStorage()
  return note(
    'Storage',
    `Cookies ${navigator.cookieEnabled ? 'on' : 'off'}, local storage ${canStore() ? 'works' : 'is denied'}, storage of this site outside of frames: ${shared}. None is needed: a frame keeps its token in memory.`,
  )
}
