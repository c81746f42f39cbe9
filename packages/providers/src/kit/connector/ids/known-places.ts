type Place = {
  readonly id: string
  readonly parentId: string | undefined
  readonly isFolder: boolean
}

const mostPlaces = 10_000
/** Somebody may rename a folder meanwhile. */
const goodMilliseconds = 30_000

/** Where things were seen a moment ago, by their paths: a hint, and never more than so many of them. */
export class KnownPlaces {
  readonly #places = new Map<string, Place & { readonly until: number }>()

  get(path: string): Place | undefined {
    const found = this.#places.get(path)
    if (found && found.until > performance.now()) return found
    this.#places.delete(path)
    return undefined
  }

  put(path: string, { id, parentId, isFolder }: Place): void {
    this.#places.delete(path)
    this.#places.set(path, { id, parentId, isFolder, until: performance.now() + goodMilliseconds })
    if (this.#places.size <= mostPlaces) return
    const [oldest] = this.#places.keys()
    if (oldest !== undefined) this.#places.delete(oldest)
  }

  forget(path: string): void {
    this.#places.delete(path)
  }
}
