import type { Task } from '#context'
import { buildTasks } from './build-tasks.ts'
import { retentionTasks } from './retention-tasks.ts'

export const tasks: readonly Task[] = [...buildTasks, ...retentionTasks]
