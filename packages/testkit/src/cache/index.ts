/** What is fetched or made once, outside the repository. */
export { cacheFolder } from './cache-folder.ts'
export { compileCache } from './compile-cache.ts'
