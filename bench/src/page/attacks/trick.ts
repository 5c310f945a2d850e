import type { Stage, World } from './stage.ts'

/** An attack that is no widget: what it is given, and whether it succeeded. */
export type Trick = {
  name: string
  /** As of a widget. None: nothing that we do keeps it off, and it is only looked at. */
  guards: readonly string[]
  succeeds: (stage: Stage, world: World) => Promise<boolean>
}
