import { createHash } from 'node:crypto'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { VectorDb, VectorHit, VectorItem } from '@recto/provider-spec/vector-db'
import type { OutsideCall } from './outside-call.ts'

/** A chunk as a service stores it. */
type StoredItem = VectorItem & {
  /**
   * Id that is unique within the service: the same chunk of the same collection replaces its
   * earlier version.
   */
  readonly uuid: string
  readonly collection: string
}

type Search = {
  readonly collection: string
  readonly vector: readonly number[]
  readonly limit: number
}

/**
 * Operations of a vector service. An index contains vectors of one length and the collections of
 * many documents: one index per document would be too many for any service.
 */
export type VectorService = {
  /** Makes the index unless it is there. */
  prepare(index: string, dimensions: number, signal: AbortSignal): Promise<void>
  write(index: string, items: readonly StoredItem[], signal: AbortSignal): Promise<void>
  /** `undefined` when there is no such index. */
  find(
    index: string,
    search: Search,
    signal: AbortSignal,
  ): Promise<readonly VectorHit[] | undefined>
  /** The names of all indexes, also of those that are not ours. */
  list(signal: AbortSignal): Promise<readonly string[]>
  forget(index: string, collection: string, signal: AbortSignal): Promise<void>
}

/** A new index takes some services a while. */
const limitSeconds = 120
/** Small enough for the request of every service, with long chunks and vectors. */
const itemsInRequest = 50

type Given = {
  readonly service: VectorService
  readonly call: OutsideCall
  /** Whether what was written is found at once. */
  readonly isConsistent?: boolean
  /** Makes the name of an index; services differ in what a name may hold. */
  readonly nameOf?: (dimensions: number) => string
}

type CheckedVectorDb = VectorDb & {
  /** Throws `ProviderError` when the address or the key is wrong. Changes nothing. */
  testConnection(): Promise<void>
}

/** A store of chunks in a service for vectors. */
export function vectorDbIn(given: Given): CheckedVectorDb {
  const { service, call, isConsistent = false } = given
  const nameOf = given.nameOf ?? ((dimensions: number) => `recto_${dimensions}`)
  const ourName = nameOf(0).replace(/0$/, '')
  const isOurs = (name: string) => /^\d+$/.test(name.replace(ourName, ''))
  const prepared = new Set<number>()
  const run = <T>(ask: (signal: AbortSignal) => Promise<T>) => call({ limitSeconds }, ask)

  async function prepare(dimensions: number, signal: AbortSignal): Promise<string> {
    const name = nameOf(dimensions)
    if (prepared.has(dimensions)) return name
    await service.prepare(name, dimensions, signal)
    prepared.add(dimensions)
    return name
  }

  async function write(dimensions: number, items: readonly StoredItem[], signal: AbortSignal) {
    try {
      await service.write(await prepare(dimensions, signal), items, signal)
    } catch (error) {
      if (!isUnknown(error)) throw error
      // Somebody has removed the index since it was made.
      prepared.delete(dimensions)
      await service.write(await prepare(dimensions, signal), items, signal)
    }
  }

  return {
    isConsistent,
    async put(collection, items) {
      const dimensions = items[0]?.vector.length
      if (dimensions === undefined) return
      for (let start = 0; start < items.length; start += itemsInRequest) {
        const portion = items.slice(start, start + itemsInRequest)
        const stored = portion.map((item) => storedItem(collection, item))
        await run((signal) => write(dimensions, stored, signal))
      }
    },
    search: (collection, vector, limit) =>
      run(async (signal) => {
        const asked = { collection, vector, limit }
        return (await service.find(nameOf(vector.length), asked, signal)) ?? []
      }),
    async remove(collection) {
      const names = await run((signal) => service.list(signal))
      for (const name of names.filter(isOurs))
        await run((signal) => service.forget(name, collection, signal))
    },
    async testConnection() {
      await run((signal) => service.list(signal))
    },
  }
}

function storedItem(collection: string, item: VectorItem): StoredItem {
  const hash = createHash('sha256')
    .update(JSON.stringify([collection, item.id]))
    .digest('hex')
  // The form of a random id of version 4, which every service takes.
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
  return { ...item, collection, uuid }
}

/** A service says no to an index that it does not know; that is not an error here. */
export const isUnknown = (error: unknown) =>
  (error instanceof ProviderError && error.status === 404) ||
  (error as { readonly statusCode?: unknown } | undefined)?.statusCode === 404

/** A service says no to an index that somebody else has just made; that is not an error here. */
export const isThereAlready = (error: unknown) =>
  [409, 422].includes(Number((error as { readonly statusCode?: unknown } | undefined)?.statusCode))
