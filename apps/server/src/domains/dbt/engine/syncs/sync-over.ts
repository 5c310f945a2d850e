/** The run has its outcome already, or is gone: nothing is left to do. */
export class SyncOver extends Error {
  constructor() {
    super('The sync has its outcome already.')
    this.name = 'SyncOver'
  }
}
