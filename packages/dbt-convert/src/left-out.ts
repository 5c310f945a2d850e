import type { SemanticReason } from './report.ts'

/** Why something of the semantic layer becomes nothing here. Caught by whoever decides about that one thing, and told in the report. */
export class LeftOut extends Error {
  readonly reason: SemanticReason

  constructor(reason: SemanticReason, message: string) {
    super(message)
    this.name = 'LeftOut'
    this.reason = reason
  }
}
