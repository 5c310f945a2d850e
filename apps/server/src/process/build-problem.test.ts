import { describe, expect, it } from 'vitest'
import { createBuildProblem } from './build-problem.ts'

const temporal = { address: '127.0.0.1:7233', namespace: 'facet', tls: null }

describe('createBuildProblem', () => {
  it('names the setting for a worker without Temporal, whatever its worker says', () => {
    const problem = createBuildProblem({ temporal: null }, ['api', 'worker'])
    problem.follow({ problem: () => 'another' })

    expect(problem.read()).toContain('FACET_TEMPORAL_ADDRESS')
  })

  it('follows the worker where there is Temporal, and reports nothing without the role', () => {
    let said: string | null = 'Not connected.'
    const problem = createBuildProblem({ temporal }, ['worker'])
    expect(problem.read()).toBeNull()
    problem.follow({ problem: () => said })
    expect(problem.read()).toBe('Not connected.')
    said = null

    expect(problem.read()).toBeNull()
    expect(createBuildProblem({ temporal: null }, ['api']).read()).toBeNull()
  })
})
