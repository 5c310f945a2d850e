export type Place = { /** May be called twice. */ release: () => void }

export type Places = {
  take: () => Place | null
  /** The next that is given back; whoever asks has seen to it that one will be. */
  next: () => Promise<Place>
  taken: () => number
}

/** So many processes fit into the memory budget. A place is held until its process has exited. */
export const createPlaces = (capacity: number): Places => {
  const waiting: ((place: Place) => void)[] = []
  let taken = 0
  const place = (): Place => {
    let isReleased = false
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        const next = waiting.shift()
        if (next) next(place())
        else taken -= 1
      },
    }
  }
  return {
    take: () => {
      if (taken >= capacity) return null
      taken += 1
      return place()
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    taken: () => taken,
  }
}
