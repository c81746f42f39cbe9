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
    const stored = { bytes, at: new Date(), version: String(this.#written) }
    this.#all.set(key, stored)
    return stored
  }

  delete = (key: string): boolean => this.#all.delete(key)

  /** Three keys, or beginnings of them up to the next slash, and where to go on. */
  page(prefix: string, maxKeys: number, from: string) {
    const at = Number(from || '0')
    const names = new Set(
      [...this.#all.keys()]
        .filter((key) => key.startsWith(prefix))
        .toSorted()
        .map((key) =>
          key.slice(0, key.indexOf('/', prefix.length) + 1 || key.length + 1 || undefined),
        ),
    )
    const end = at + Math.min(3, maxKeys)
    const some = [...names].slice(at, end)
    return {
      prefixes: some.filter((name) => name.endsWith('/') && name !== prefix),
      keys: some.filter((name) => !name.endsWith('/')),
      next: end < names.size ? String(end) : undefined,
    }
  }
}
