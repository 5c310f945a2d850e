/** Somebody cancelled the run. */
export class SyncCancelled extends Error {
  constructor() {
    super('The sync was cancelled.')
    this.name = 'SyncCancelled'
  }
}
