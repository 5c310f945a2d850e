/** An entry that is there, and that no node with this root key wrote under its number. */
export class EntryUnreadable extends Error {
  constructor(number: number, key: string) {
    super(
      `Entry ${number} of the ledger, the object ${key}, was not written with this root key. If the root key was replaced since, set the one before as FACET_ROOT_KEY_PREVIOUS; if nobody of yours wrote the object, remove it.`,
    )
    this.name = 'EntryUnreadable'
  }
}
