export type StructureLimits = { containers: number; depth: number; items: number }

/** The limit that a JSON text exceeds, as part of a sentence: "more than 100 levels". */
export type StructureProblem = string

export type StructureCheck = {
  /** Takes the next bytes. Returns the limit that the text exceeds so far. */
  add: (bytes: Uint8Array) => StructureProblem | undefined
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts lists, objects and commas of a JSON text while it streams, outside strings. Each of them takes many times its byte in the memory of
 * whoever parses the text. Works on bytes: in UTF-8 no byte of a longer character equals one of these.
 */
export const createStructureCheck = ({ containers, depth, items }: StructureLimits): StructureCheck => {
  let [isInString, isEscaped] = [false, false]
  let [openedCount, commaCount, level] = [0, 0, 0]
  let problem: StructureProblem | undefined

  const open = (): void => {
    openedCount += 1
    level += 1
    if (level > depth) problem = `more than ${depth} levels`
    else if (openedCount > containers) problem = `more than ${containers} lists and objects`
  }
  const separate = (): void => {
    commaCount += 1
    if (commaCount >= items) problem = `more than ${items} items`
  }

  return {
    add: (bytes) => {
      for (const byte of bytes) {
        if (isInString) {
          if (isEscaped) isEscaped = false
          else if (byte === backslash) isEscaped = true
          else if (byte === quote) isInString = false
        } else if (byte === quote) isInString = true
        else if (byte === openList || byte === openObject) open()
        else if (byte === closeList || byte === closeObject) level -= 1
        else if (byte === comma) separate()
        if (problem !== undefined) break
      }
      return problem
    },
  }
}

/** The limit that a whole text exceeds. */
export const structureProblem = (text: string, limits: StructureLimits): StructureProblem | undefined =>
  createStructureCheck(limits).add(Buffer.from(text))
