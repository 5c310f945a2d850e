import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Transpiled = { content: string; errors: unknown[]; warnings: unknown[] }
type Source = { fileName: string; content: string }
type Methods = Record<string, (source: Source) => Transpiled>
type WorkerPool = { pool: (...args: unknown[]) => unknown; worker: (methods: Methods) => void }

/** What a file of the model throws while it is rewritten; what this answers is used in place of a result. */
export type OnTranspileError = (error: unknown, source: Source) => Transpiled

const rethrow: OnTranspileError = (error) => {
  throw error
}

/**
 * Upstream rewrites files on threads, each of which loads the whole compiler once more: a second and 80 MB for a model of any size. Here it
 * is done where the compiler is loaded already, which also tells which file it was that could not be read.
 */
export const transpileInProcess = (engineFolder: string, onError: OnTranspileError = rethrow): void => {
  const compiler = createRequire(join(engineFolder, 'package.json')).resolve('@cubejs-backend/schema-compiler')
  const require = createRequire(compiler)
  const threads = require('workerpool') as WorkerPool
  const { worker } = threads
  const methods: Methods = {}
  threads.worker = (given) => void Object.assign(methods, given)
  try {
    require(join(dirname(compiler), 'compiler/transpilers/transpiler_worker.js'))
  } finally {
    threads.worker = worker
  }
  threads.pool = () => ({
    exec: async (name: string, [source]: [Source]): Promise<Transpiled> => {
      try {
        const method = methods[name]
        if (!method) throw new Error(`The compiler asks for ${name}, which this version does not have.`)
        const { content, errors, warnings } = method(source)
        // Upstream keeps adding to these lists; what is left there would be told of the next file as well.
        return { content, errors: errors.splice(0), warnings: warnings.splice(0) }
      } catch (error) {
        return onError(error, source)
      }
    },
    terminate: async (): Promise<void> => undefined,
  })
}
