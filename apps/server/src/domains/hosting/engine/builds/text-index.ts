export type TextIndex = {
  /** The place of a text; null where there is no room left for it. */
  add: (text: string) => number | null
  /** Wherever added ones end in a text: the longest of them, by its place, and how long it is. To be called when all are added. */
  scan: (text: string, onFound: (end: number, place: number, length: number) => void) => void
}

const root = 0

/** From a node by a character to the next: a table of its own, since a `Map` would need a number or a text for each pair. */
const createEdges = () => {
  let size = 1024
  let used = 0
  let nodes = new Int32Array(size)
  let chars = new Uint16Array(size)
  // Nothing leads to the root: 0 is a slot that is free.
  let targets = new Int32Array(size)

  const slotOf = (node: number, char: number): number => {
    let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(char + 1, 0x85ebca6b)
    hash ^= hash >>> 15
    let slot = hash & (size - 1)
    while (targets[slot] !== 0 && (nodes[slot] !== node || chars[slot] !== char)) slot = (slot + 1) & (size - 1)
    return slot
  }
  const put = (node: number, char: number, target: number): void => {
    const slot = slotOf(node, char)
    nodes[slot] = node
    chars[slot] = char
    targets[slot] = target
  }
  const grow = (): void => {
    const old = { nodes, chars, targets }
    size *= 2
    nodes = new Int32Array(size)
    chars = new Uint16Array(size)
    targets = new Int32Array(size)
    for (const [slot, target] of old.targets.entries()) if (target !== 0) put(old.nodes[slot] ?? 0, old.chars[slot] ?? 0, target)
  }
  return {
    next: (node: number, char: number): number => targets[slotOf(node, char)] ?? root,
    set: (node: number, char: number, target: number): void => {
      used += 1
      if (used * 2 > size) grow()
      put(node, char, target)
    },
  }
}

type Node = { parent: number; char: number; depth: number; isEnd: boolean }

/** Looks for many texts in one at once, as Aho and Corasick do: the time goes by the text, however many are looked for. */
export const createTextIndex = (maxNodes: number): TextIndex => {
  const edges = createEdges()
  const nodes: Node[] = [{ parent: root, char: 0, depth: 0, isEnd: false }]
  const byDepth: number[][] = []
  // Of each node: the one of the longest ending of its text that is a beginning of another, and the longest added text that it ends with.
  let links: { shorter: Int32Array; found: Int32Array } | undefined

  const link = (): { shorter: Int32Array; found: Int32Array } => {
    const shorter = new Int32Array(nodes.length)
    const found = new Int32Array(nodes.length)
    for (const level of byDepth)
      for (const node of level) {
        const { parent, char, isEnd } = nodes[node] as Node
        let other = parent
        while (other !== root && shorter[node] === root) {
          other = shorter[other] ?? root
          shorter[node] = edges.next(other, char)
        }
        found[node] = isEnd ? node : (found[shorter[node] ?? root] ?? root)
      }
    return { shorter, found }
  }

  return {
    add: (text) => {
      let node = root
      for (let at = 0; at < text.length; at++) {
        const char = text.charCodeAt(at)
        let next = edges.next(node, char)
        if (next === root) {
          if (nodes.length >= maxNodes) return null
          next = nodes.push({ parent: node, char, depth: at + 1, isEnd: false }) - 1
          edges.set(node, char, next)
          ;(byDepth[at] ??= []).push(next)
        }
        node = next
      }
      ;(nodes[node] as Node).isEnd = true
      return node
    },
    scan: (text, onFound) => {
      links ??= link()
      const { shorter, found } = links
      let node = root
      for (let at = 0; at < text.length; at++) {
        const char = text.charCodeAt(at)
        let next = edges.next(node, char)
        while (next === root && node !== root) {
          node = shorter[node] ?? root
          next = edges.next(node, char)
        }
        node = next
        const place = found[node] ?? root
        if (place !== root) onFound(at + 1, place, (nodes[place] as Node).depth)
      }
    },
  }
}
