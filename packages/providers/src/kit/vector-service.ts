import { createHash } from 'node:crypto'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { VectorDb, VectorHit, VectorItem } from '@recto/provider-spec/vector-db'
import type { ExternalCall } from './external-call.ts'

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
  /** Creates the index unless it exists. */
  prepare(index: string, dimensions: number, signal: AbortSignal): Promise<void>
  write(index: string, items: readonly StoredItem[], signal: AbortSignal): Promise<void>
  /** Returns `undefined` if the index does not exist. */
  find(
    index: string,
    search: Search,
    signal: AbortSignal,
  ): Promise<readonly VectorHit[] | undefined>
  /** Returns the names of all indexes, including those of other applications. */
  list(signal: AbortSignal): Promise<readonly string[]>
  deleteCollection(index: string, collection: string, signal: AbortSignal): Promise<void>
}

/** Long, because some services need a while for a new index. */
const limitSeconds = 120
/** All services accept this many items in one request, even with long chunks and vectors. */
const itemsInRequest = 50

type VectorDbOptions = {
  readonly service: VectorService
  readonly call: ExternalCall
  /** Whether a search finds new items at once. */
  readonly isConsistent?: boolean
  /** Returns the name of an index. Services allow different characters in names. */
  readonly nameOf?: (dimensions: number) => string
}

type CheckedVectorDb = VectorDb & {
  /** Throws `ProviderError` when the address or the key is wrong. Changes nothing. */
  testConnection(): Promise<void>
}

/** Stores chunks in a vector service. */
export function vectorDbIn(options: VectorDbOptions): CheckedVectorDb {
  const { service, call, isConsistent = false } = options
  const nameOf = options.nameOf ?? ((dimensions: number) => `recto_${dimensions}`)
  const ourName = nameOf(0).replace(/0$/, '')
  const isOurs = (name: string) => /^\d+$/.test(name.replace(ourName, ''))
  const preparedDimensions = new Set<number>()
  const run = <T>(ask: (signal: AbortSignal) => Promise<T>) => call({ limitSeconds }, ask)

  async function prepare(dimensions: number, signal: AbortSignal): Promise<string> {
    const name = nameOf(dimensions)
    if (preparedDimensions.has(dimensions)) return name
    await service.prepare(name, dimensions, signal)
    preparedDimensions.add(dimensions)
    return name
  }

  async function write(dimensions: number, items: readonly StoredItem[], signal: AbortSignal) {
    try {
      await service.write(await prepare(dimensions, signal), items, signal)
    } catch (error) {
      if (!isUnknown(error)) throw error
      // The index was deleted since it was created.
      preparedDimensions.delete(dimensions)
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
        const storedItems = portion.map((item) => storedItem(collection, item))
        await run((signal) => write(dimensions, storedItems, signal))
      }
    },
    search: (collection, vector, limit) =>
      run(async (signal) => {
        const query = { collection, vector, limit }
        return (await service.find(nameOf(vector.length), query, signal)) ?? []
      }),
    async remove(collection) {
      const names = await run((signal) => service.list(signal))
      for (const name of names.filter(isOurs))
        await run((signal) => service.deleteCollection(name, collection, signal))
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
  // The format of a UUID version 4, which every service accepts.
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
  return { ...item, collection, uuid }
}

/** Tells whether an index does not exist, which callers do not treat as an error. */
export const isUnknown = (error: unknown) =>
  (error instanceof ProviderError && error.status === 404) ||
  (error as { readonly statusCode?: unknown } | undefined)?.statusCode === 404

/** Tells whether an index exists already, which callers do not treat as an error. */
export const isThereAlready = (error: unknown) =>
  [409, 422].includes(Number((error as { readonly statusCode?: unknown } | undefined)?.statusCode))
