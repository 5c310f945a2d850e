import { pascal, snake, words } from '../generate/case.ts'
import { auditKindOf, isId, type Target, targetOf } from './names.ts'
import type { OperationPlan } from './operation-plan.ts'

const checkOf = (target: Target): { imports: string; input: string; lines: string } => {
  if (target.kind === 'deployment')
    return {
      imports: "import { requireDeployment } from '#access'\nimport type { Handler } from '#context'",
      input: '{ params }',
      lines: 'await requireDeployment(context, params.deploymentId)',
    }
  if (target.kind === 'caller')
    return {
      imports: "import { requireTenant } from '#access'\nimport type { Handler } from '#context'",
      input: '_',
      lines: 'requireTenant(context)',
    }
  const { noun, param } = target
  return {
    imports: "import { requireTenant } from '#access'\nimport type { Handler } from '#context'\nimport { Failure } from '#kernel/failure'",
    input: '{ params }',
    lines: `const { tenantId } = requireTenant(context)
  // Stands in for the query that finds the ${words(noun)} in the tenant.
  if (params.${param} !== ${isId(param) ? 'tenantId' : 'String(tenantId)'})
    throw new Failure('${snake(noun)}_not_found', \`${pascal(words(noun))} \${params.${param}} was not found.\`)`,
  }
}

const targetIdOf = (target: Target): string => {
  if (target.kind === 'caller') return 'context.caller.tenantId'
  return target.kind === 'deployment' ? 'params.deploymentId' : `params.${target.param}`
}

export const handlerFile = (plan: OperationPlan): string => {
  const target = targetOf(plan)
  const { imports, input, lines } = checkOf(target)
  const isWrite = plan.method !== 'GET'
  return `import type { ${plan.id} as contract } from '@facet/contract'
${isWrite ? imports.replace("from '#access'\n", "from '#access'\nimport { audited } from '#kernel/audit'\n") : imports}

export const ${plan.id}: Handler<typeof contract> = async (${input}, context) => {
  ${lines}
  return ${isWrite ? `audited({ success: true }, [{ kind: '${auditKindOf(target)}', id: ${targetIdOf(target)}, did: 'updated' }])` : '{ success: true }'}
}
`
}

export const testFile = (plan: OperationPlan): string => `import { describe, expect, it } from 'vitest'

describe('${plan.id}', () => {
  it('returns its response', () => {
    expect.unreachable('Write this test first.')
  })
})
`
