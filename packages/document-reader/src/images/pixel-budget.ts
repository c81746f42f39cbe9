/** Limits the pixels of all pictures that are in memory at once, whatever documents they are from. */
export type PixelBudget = {
  /** Takes pixels if there is room for them now. */
  tryReserve(pixels: number): PixelReservation | undefined
  /** Takes pixels once there is room, first come, first served. Throws the signal's reason. */
  reserve(pixels: number, signal: AbortSignal): Promise<PixelReservation>
}

/** Pixels that were taken from a budget. */
export type PixelReservation = {
  /** Gives back what a picture turned out not to need. */
  shrinkTo(pixels: number): void
  /** Gives back everything; may be called again. */
  release(): void
}

type WaitingReservation = { readonly pixels: number; readonly grant: () => void }

/** A picture that is larger than the whole budget waits until it is the only one. */
export function openPixelBudget(maxPixels: number): PixelBudget {
  const queue: WaitingReservation[] = []
  let usedPixels = 0

  const hasRoom = (pixels: number) => usedPixels === 0 || usedPixels + pixels <= maxPixels

  function take(pixels: number): PixelReservation {
    let ownPixels = pixels
    usedPixels += ownPixels
    const shrinkTo = (fewerPixels: number) => {
      usedPixels -= Math.max(0, ownPixels - fewerPixels)
      ownPixels = Math.min(ownPixels, fewerPixels)
      grantWaiting()
    }
    return { shrinkTo, release: () => shrinkTo(0) }
  }

  function grantWaiting(): void {
    for (let [next] = queue; next && hasRoom(next.pixels); [next] = queue) {
      queue.shift()
      next.grant()
    }
  }

  function waitInLine(pixels: number, signal: AbortSignal): Promise<PixelReservation> {
    const { promise, resolve, reject } = Promise.withResolvers<PixelReservation>()
    const place: WaitingReservation = { pixels, grant: () => resolve(take(pixels)) }
    const leave = () => {
      const index = queue.indexOf(place)
      if (index < 0) return
      queue.splice(index, 1)
      reject(signal.reason)
      grantWaiting()
    }
    queue.push(place)
    signal.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    tryReserve: (pixels) => (queue.length === 0 && hasRoom(pixels) ? take(pixels) : undefined),
    async reserve(pixels, signal) {
      signal.throwIfAborted()
      if (queue.length === 0 && hasRoom(pixels)) return take(pixels)
      return waitInLine(pixels, signal)
    },
  }
}
