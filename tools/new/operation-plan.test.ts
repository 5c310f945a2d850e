import { describe, expect, it } from 'vitest'
import { readOperationPlan } from './operation-plan.ts'

const commandLine = (...changes: [index: number, value: string][]): string[] => {
  const args = ['operation', 'archive/drawers', 'moveDrawer', 'GET', '/x', '--tag', 'Drawers']
  for (const [index, value] of changes) args[index] = value
  return args
}

describe('readOperationPlan', () => {
  it.each([
    { args: [], problem: 'A command is missing.' },
    { args: ['role', 'worker'], problem: 'Cannot create "role".' },
    { args: commandLine([1, 'drawers']), problem: '"drawers" is not <area>/<module>.' },
    { args: commandLine([2, 'Move_it']), problem: '"Move_it" is not an operation id in camelCase.' },
    { args: commandLine([2, 'getSpec']), problem: 'The operation getSpec already exists.' },
    { args: commandLine([3, 'FETCH']), problem: '"FETCH" is not one of GET' },
    { args: commandLine([4, 'x']), problem: '"x" is not a path' },
    { args: commandLine([4, '/api/v1/spec']), problem: 'is already the operation getSpec.' },
    { args: commandLine().slice(0, 5), problem: '--tag is missing' },
    { args: [...commandLine(), '--action', 'Fly'], problem: '"Fly" is not an action' },
    { args: [...commandLine(), '--wrong'], problem: "Unknown option '--wrong'" },
    { args: [...commandLine(), 'more'], problem: 'Unexpected argument "more".' },
  ])('rejects $args with "$problem" and the usage', ({ args, problem }) => {
    expect(() => readOperationPlan(args)).toThrow(problem)
    expect(() => readOperationPlan(args)).toThrow(/pnpm new operation <area>/)
  })

  it.each([
    ['GET', '/api/v1/deployments/{deploymentId}/drawers', 'DeploymentRead'],
    ['POST', '/api/v1/deployments/{deploymentId}/drawers', 'DeploymentUpdate'],
    ['GET', '/api/v1/drawers/{drawerId}', 'All'],
    ['GET', '/api/v1/drawers', null],
  ])('defaults the action of %s %s to %s', (method, path, action) => {
    expect(readOperationPlan(commandLine([3, method], [4, path])).action).toBe(action)
  })
})
