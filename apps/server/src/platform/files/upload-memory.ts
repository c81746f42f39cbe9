/**
 * Maximum memory for the uploads of all requests in progress; beyond it, uploads go to the file
 * store.
 */
const maxBytes = 32 * 1024 * 1024

let usedBytes = 0
const sizesByContent = new Map<Uint8Array, number>()

export type MemoryReservation = {
  /** Returns false if there is no room for the additional bytes. */
  grow(bytes: number): boolean
  /** Transfers the reservation to these bytes, until they are freed. */
  assignTo(bytes: Uint8Array): void
  /** Releases what was not transferred. */
  release(): void
}

export function reserveMemory(): MemoryReservation {
  let reservedBytes = 0
  return {
    grow(bytes) {
      if (usedBytes + bytes > maxBytes) return false
      usedBytes += bytes
      reservedBytes += bytes
      return true
    },
    assignTo(bytes) {
      sizesByContent.set(bytes, reservedBytes)
      reservedBytes = 0
    },
    release() {
      usedBytes -= reservedBytes
      reservedBytes = 0
    },
  }
}

/** Bytes without a reservation are ignored, so freeing twice does no harm. */
export function freeMemory(bytes: Uint8Array): void {
  usedBytes -= sizesByContent.get(bytes) ?? 0
  sizesByContent.delete(bytes)
}
