/** What may stay in memory of all requests under way; beyond it, uploads go to the file store. */
const maxBytesOfProcess = 32 * 1024 * 1024

let used = 0
const held = new Map<Uint8Array, number>()

export type Reservation = {
  /** False when there is no room for so many more bytes. */
  grow(bytes: number): boolean
  /** From now on the room belongs to these bytes, until they are freed. */
  give(bytes: Uint8Array): void
  /** Gives back what was not given on. */
  release(): void
}

export function reserveMemory(): Reservation {
  let reserved = 0
  return {
    grow(bytes) {
      if (used + bytes > maxBytesOfProcess) return false
      used += bytes
      reserved += bytes
      return true
    },
    give(bytes) {
      held.set(bytes, reserved)
      reserved = 0
    },
    release() {
      used -= reserved
      reserved = 0
    },
  }
}

/** Bytes that hold no room are left alone, so that freeing them twice does no harm. */
export function freeMemory(bytes: Uint8Array): void {
  used -= held.get(bytes) ?? 0
  held.delete(bytes)
}
