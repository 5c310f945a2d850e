import { useState } from 'react'
import type { Scalar } from './control-values.ts'

type Half = { start?: string; end?: string }

/** One end alone is no range yet, and would be refused: it is kept here until the other is there, or other values hold. */
export const useHalf = (values: readonly Scalar[]): [Half, (half: Half) => void] => {
  const said = JSON.stringify(values)
  const [half, setHalf] = useState<Half & { of: string }>()
  return [half?.of === said ? half : {}, (next) => setHalf({ ...next, of: said })]
}
