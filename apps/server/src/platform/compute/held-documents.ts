/** Which documents a thread holds, and which it is to forget. */
export type HeldDocuments = {
  has(key: string): boolean
  /** Marks it as used; with its size as new. Returns what there is no room for beside it. */
  use(key: string, size?: number): readonly string[]
  drop(key: string): void
}

export function openHeldDocuments(roomBytes: number): HeldDocuments {
  // In the order of their last use.
  const sizes = new Map<string, number>()

  /** From the one that was used last on, as far as the room goes. */
  function makeRoom(own: number): readonly string[] {
    const forgotten: string[] = []
    let total = own
    for (const [key, size] of [...sizes].reverse()) {
      total += size
      if (total <= roomBytes) continue
      forgotten.push(key)
      sizes.delete(key)
    }
    return forgotten
  }

  return {
    has: (key) => sizes.has(key),
    drop: (key) => sizes.delete(key),
    use(key, size = sizes.get(key) ?? 0) {
      sizes.delete(key)
      const forgotten = makeRoom(size)
      sizes.set(key, size)
      return forgotten
    },
  }
}
