export type StoredObject = {
  readonly bytes: Uint8Array
  readonly at: Date
  readonly version: string
}

/** Objects of one bucket in the order of their keys. */
export class KeyedObjects {
  readonly #all = new Map<string, StoredObject>()
  #written = 0

  get = (key: string): StoredObject | undefined => this.#all.get(key)

  put(key: string, bytes: Uint8Array): StoredObject {
    this.#written += 1
    const storedObject = { bytes, at: new Date(), version: String(this.#written) }
    this.#all.set(key, storedObject)
    return storedObject
  }

  delete = (key: string): boolean => this.#all.delete(key)

  /** Three keys, or beginnings of them up to the next slash, and where to go on. */
  page(prefix: string, maxKeys: number, from: string) {
    const index = Number(from || '0')
    const names = new Set(
      [...this.#all.keys()]
        .filter((key) => key.startsWith(prefix))
        .toSorted()
        .map((key) =>
          key.slice(0, key.indexOf('/', prefix.length) + 1 || key.length + 1 || undefined),
        ),
    )
    const end = index + Math.min(3, maxKeys)
    const pageNames = [...names].slice(index, end)
    return {
      prefixes: pageNames.filter((name) => name.endsWith('/') && name !== prefix),
      keys: pageNames.filter((name) => !name.endsWith('/')),
      next: end < names.size ? String(end) : undefined,
    }
  }
}
