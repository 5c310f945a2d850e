/** Splits the bytes of a PostgreSQL client into messages. Incomplete ones wait for the next bytes. */
export const createMessageReader = (): ((bytes: Buffer) => Buffer[]) => {
  let unread: Buffer = Buffer.alloc(0)
  // The first message of a connection has no type.
  let typeBytes = 0
  return (bytes) => {
    const found: Buffer[] = []
    let rest: Buffer = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) break
      found.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      typeBytes = 1
    }
    unread = rest
    return found
  }
}
