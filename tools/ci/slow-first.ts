import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import slowFiles from './slow-tests.json' with { type: 'json' }

/**
 * Starts the slowest files first, since a long file that starts last keeps the other workers waiting. Files of one project stay
 * together: a worker serves one project, and another one has to be started for the next.
 */
export class SlowFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const rank = slowFiles.indexOf(relative(project.vitest.config.root, moduleId))
      return rank === -1 ? slowFiles.length : rank
    }
    const projects = [...new Set(files.map(({ project }) => project.name))].toSorted().toReversed()
    return Promise.resolve(
      projects.flatMap((name) =>
        files.filter(({ project }) => project.name === name).toSorted((one, other) => rankOf(one) - rankOf(other)),
      ),
    )
  }
}
