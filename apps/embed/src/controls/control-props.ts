import type { Chosen, Control } from './control-rules.ts'
import type { Scalar } from './control-values.ts'

/** What every kind of control is drawn with. */
export type ControlProps = {
  control: Control
  labelId: string
  operator: string | null
  values: readonly Scalar[]
  isLocked: boolean
  onChoose: (chosen: Chosen) => void
}
