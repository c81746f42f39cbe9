type Place = {
  readonly id: string
  readonly parentId: string | undefined
  readonly isFolder: boolean
}

const maxPlaces = 10_000
/** Short, because somebody may rename a folder in the meantime. */
const maxAgeMilliseconds = 30_000

/** Remembers the ids of recently seen paths. An entry is only a hint, and their number is bounded. */
export class PlaceCache {
  readonly #places = new Map<string, Place & { readonly until: number }>()

  get(path: string): Place | undefined {
    const entry = this.#places.get(path)
    if (entry && entry.until > performance.now()) return entry
    this.#places.delete(path)
    return undefined
  }

  put(path: string, { id, parentId, isFolder }: Place): void {
    this.#places.delete(path)
    this.#places.set(path, {
      id,
      parentId,
      isFolder,
      until: performance.now() + maxAgeMilliseconds,
    })
    if (this.#places.size <= maxPlaces) return
    const [oldest] = this.#places.keys()
    if (oldest !== undefined) this.#places.delete(oldest)
  }

  evict(path: string): void {
    this.#places.delete(path)
  }
}
