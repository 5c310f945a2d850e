/** Two databases gave the same number to different entries: each goes on from the same copy. */
export class LedgerForked extends Error {
  constructor(number: number) {
    super(`Another database wrote entry ${number} of the ledger, which this one was about to write.`)
    this.name = 'LedgerForked'
  }
}
