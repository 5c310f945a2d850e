import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { kebab, pascal, snake, words } from '../generate/case.ts'
import { ensureArea } from './area.ts'
import { isOwn, withAuditTarget, withNotFound } from './area-contract.ts'
import { fieldWords } from './fields.ts'
import { type ModulePlan, readModulePlan } from './module-plan.ts'
import { fillTemplate } from './template.ts'
import { contractOf, domainOf, type Edit, fresh, type Refuse, type Verb } from './verb.ts'
import { whoMayRow } from './who-may.ts'

const migrations = 'apps/server/sql/migrations'

const nextMigration = (): string => {
  const last =
    readdirSync(join(import.meta.dirname, '../..', migrations))
      .toSorted()
      .at(-1) ?? '0'
  return String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
}

const fillerOf = ({ area, noun, fields, tag, path, isBelowDeployment, operations }: ModulePlan): ((template: string) => string) => {
  const named = {
    noun,
    Noun: pascal(noun),
    file: kebab(noun),
    kind: snake(noun),
    words: words(noun),
    Words: pascal(words(noun)),
    tag: tag.replaceAll("'", "\\'"),
    path,
    hosting: area === 'hosting' ? '.' : '../hosting',
    readAction: operations.list.action ?? '',
    writeAction: operations.create.action ?? '',
    Access: isBelowDeployment ? 'DeploymentAccess' : 'TenantAccess',
    require: isBelowDeployment ? 'requireDeployment' : 'requireTenant',
    ...fieldWords(fields),
    access: isBelowDeployment ? 'await requireDeployment(context, params.deploymentId)' : 'requireTenant(context)',
  }
  const flags = {
    deployment: isBelowDeployment,
    maybe: fields.some(({ isOptional }) => isOptional),
    ownList: isOwn(operations.list),
    ownGet: isOwn(operations.get),
    ownCreate: isOwn(operations.create),
    ownDelete: isOwn(operations.delete),
  }
  return (template) => fillTemplate(template, named, flags)
}

const editsOf = (plan: ModulePlan, refuse: Refuse): Edit[] => {
  const { area, module, noun } = plan
  const fill = fillerOf(plan)
  const folder = `${domainOf(area)}/${module}`
  const file = kebab(noun)
  const made: [path: string, template: string][] = [
    [`${contractOf(area)}/${module}.ts`, 'contract.ts'],
    [`${migrations}/${nextMigration()}_${snake(noun)}s.sql`, 'migration.sql'],
    [`${folder}/${file}-queries.ts`, 'queries.ts'],
    [`${folder}/${file}-view.ts`, 'view.ts'],
    ...[`list-${file}s`, `get-${file}`, `create-${file}`, `delete-${file}`].flatMap((handler): [string, string][] => {
      const [template = ''] = handler.split('-')
      return [
        [`${folder}/${handler}.ts`, `${template}.ts`],
        [`${folder}/${handler}.test.ts`, `${template}.test.ts`],
      ]
    }),
  ]
  const rights = (text: string): string => Object.values(plan.operations).reduce((rows, operation) => whoMayRow(operation, rows), text)
  return [
    ...made.map(([path, template]): Edit => [path, fresh(path, fill(template), refuse)]),
    [`${contractOf(area)}/failures.ts`, (text) => withNotFound(text, noun)],
    [`${contractOf(area)}/audit-targets.ts`, (text) => withAuditTarget(text, { noun, param: `${noun}Id` })],
    [`packages/contract/test/who-may/${area}.ts`, rights],
    ensureArea(area),
  ]
}

/** A module with list, get, create and delete of a noun that has a name: contract, table, queries, handlers and their tests. */
export const module: Verb = {
  usage: `pnpm new module <area>/<module> --crud <noun> --tag "<Tag>" [--fields <fields>] [--path <path>] [--action <Action of the writes>]

  pnpm new module archive/drawers --crud drawer --fields 'color:text,position:integer?' --tag Drawers --path '/api/v1/deployments/{deploymentId}/drawers' --action FolderEdit

  Every noun has an id, a name and when it was made. Further fields are of the type text, integer or boolean; those with a ? may be left out.
  Without --path: /api/v1/<noun>s, in the tenant.`,
  takes: ['crud', 'fields', 'tag', 'path', 'action'],
  read: (positionals, values, refuse) => editsOf(readModulePlan(positionals, values, refuse), refuse),
}
