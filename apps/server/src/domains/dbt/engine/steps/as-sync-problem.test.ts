import { describe, expect, it } from 'vitest'
import { PublishProblem } from '../publish/index.ts'
import { RunFailure } from '../run/index.ts'
import { SyncProblem } from '../syncs/index.ts'
import { orSyncProblem } from './as-sync-problem.ts'

const thrownAs = (error: Error): Promise<unknown> => orSyncProblem(Promise.reject(error)).catch((thrown: unknown) => thrown)

describe('what a phase fails for', () => {
  it('is told with all that dbt said of it', async () => {
    const details = { file: 'models/orders.sql', line: 3, dbtSaid: 'Compilation Error', isTransient: true }

    const problem = await thrownAs(new RunFailure('parse', 'parse_failed', 'dbt could not parse the project.', details))

    expect(problem).toBeInstanceOf(SyncProblem)
    expect(problem).toMatchObject({ code: 'parse_failed', message: 'dbt could not parse the project.', ...details })
  })

  it('names the dbt model of a cube that does not compile, and no line of another file', async () => {
    const model = { modelId: 'model.shop.orders', file: 'models/orders.sql', cube: 'dbt_orders', column: null }
    const foreign = { file: 'model/views/shop.yml', line: 7, message: 'is not there', model: null }
    const own = { file: 'model/cubes/dbt/dbt_orders.yml', line: 12, message: 'is wrong', model }

    const ofOwn = await thrownAs(new PublishProblem('model_not_compiling', 'The generated cubes do not compile.', [foreign, own]))
    const ofForeign = await thrownAs(new PublishProblem('model_not_compiling', 'The branch does not compile.', [foreign]))

    expect(ofOwn).toMatchObject({ code: 'model_not_compiling', file: 'models/orders.sql', line: null, isTransient: false })
    expect(ofForeign).toMatchObject({ file: 'model/views/shop.yml', line: 7 })
  })

  it('is left as it is where it is ours', async () => {
    const defect = new Error('A defect.')

    expect(await thrownAs(defect)).toBe(defect)
  })
})
