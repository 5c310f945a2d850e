import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectShownOutput, outputsOf, stepsOf, textOf } from './guides.ts'
import type { Product } from './product.ts'

const gitRemoteGuide = 'docs/guides/connect-a-git-remote.md'
const dbtGuide = 'docs/guides/dbt.md'

/** Guides that leave the deployment of the demo as it is. */
const guidesBesideTheDemo: [page: string, steps: number][] = [
  // Lists all deployments, so it comes before the guides that create others.
  ['README.md', 4],
  ['docs/guides/first-query.md', 9],
  ['docs/guides/embed-in-10-minutes.md', 12],
  ['docs/guides/content-as-code.md', 5],
]

/** Guides that change the data model or the workbooks of the demo, in this order. */
const guidesOnTheDemo: [page: string, steps: number][] = [
  ['docs/guides/author-a-data-model.md', 9],
  ['docs/guides/content.md', 21],
]

export const guidePages = [...guidesBesideTheDemo.map(([page]) => page), ...guidesOnTheDemo.map(([page]) => page), gitRemoteGuide, dbtGuide]

const itPrintsShownOutput = (productOf: () => Product, guides: [page: string, steps: number][]): void =>
  it.each(guides)('prints the output shown in %s, from all of its %i steps', async (page, steps) => {
    expect(stepsOf(textOf(page))).toHaveLength(steps)
    await expectShownOutput(page, productOf())
  })

export const itRunsGuidesBesideTheDemo = (productOf: () => Product): void => {
  itPrintsShownOutput(productOf, guidesBesideTheDemo)

  it('prints the output shown in the guide to git remotes, and pushes its commit', async () => {
    const { folder, env, gitHost, gitToken } = productOf()
    const repository = await gitHost.addRepository('model.git')
    await repository.commit('main', { 'README.md': '# Our model\n' })
    const shell = { folder, env: { ...env, REMOTE_URL: gitHost.urlOf('model.git'), REMOTE_TOKEN: gitToken } }

    expect(stepsOf(textOf(gitRemoteGuide))).toHaveLength(8)
    await expectShownOutput(gitRemoteGuide, shell)
    expect(await repository.git(['log', '-1', '--format=%s', 'main'])).toBe('Count refunds apart')
  })

  it('prints why a remote in a private network is refused in the guide to git remotes', async () => {
    const { folder, env, gitToken } = productOf()
    const shell = { folder, env: { ...env, REMOTE_URL: 'https://10.0.0.1/model.git', REMOTE_TOKEN: gitToken } }
    // The guide above has taken the name of its deployment.
    const steps = stepsOf(textOf(gitRemoteGuide).replace('"Git model"', '"Refused model"')).slice(0, 3)

    expect((await outputsOf(steps, shell)).outputs[2]).toMatch(/^The host "10\.0\.0\.1" is not on the public internet\./)
  })

  it('prints the output shown in the guide to dbt', async () => {
    const { folder, env, gitHost, gitToken } = productOf()
    const repository = await gitHost.addRepository('dbt.git')
    const project = join(import.meta.dirname, '../../packages/dbt-convert/test/projects/shop')
    await repository.git(['--work-tree', project, 'add', '--all', 'dbt_project.yml', 'models', 'seeds'])
    const tree = await repository.git(['write-tree'])
    const author = 'Ada <ada@example.com> 1700000000 +0000'
    const pushed = await repository.writeObject('commit', `tree ${tree}\nauthor ${author}\ncommitter ${author}\n\nThe shop\n`)
    await repository.git(['update-ref', 'refs/heads/main', pushed])
    // The output of `dbt parse`.
    cpSync(join(project, 'manifest.json'), join(folder, 'target/manifest.json'))

    expect(stepsOf(textOf(dbtGuide))).toHaveLength(8)
    await expectShownOutput(dbtGuide, {
      folder,
      env: { ...env, DBT_URL: gitHost.urlOf('dbt.git'), DBT_TOKEN: gitToken, PUSHED_SHA: pushed },
    })
  })
}

export const itRunsGuidesOnTheDemo = (productOf: () => Product): void => {
  itPrintsShownOutput(productOf, guidesOnTheDemo)
}
