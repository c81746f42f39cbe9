import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Files, fileEntry, folderEntry, folderExists } from '../open-files.ts'
import { notFoundError, prefixOf, withoutSlash } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'

export type KeyPlace = { readonly bucket: string; readonly key: string }

export type FileAttributes = Partial<Omit<FileEntry, 'path' | 'kind'>>

export type KeyPage = {
  /** Key prefixes up to and including the next slash. */
  readonly prefixes: readonly string[]
  readonly files: readonly (FileAttributes & { readonly key: string })[]
  /** Token of the next page. */
  readonly next: string | undefined
}

export type KeyQuery = KeyPlace & { readonly maxKeys: number; readonly next: string | undefined }

/** The operations of an object store, which differ between services. */
export type KeyStore = {
  placeOf(path: string): KeyPlace
  pathOf(place: KeyPlace): string
  check(signal: AbortSignal): Promise<unknown>
  buckets(signal: AbortSignal): AsyncIterable<readonly FileEntry[]>
  /** Lists the keys that begin with the given key, up to the next slash. */
  page(query: KeyQuery, signal: AbortSignal): Promise<KeyPage>
  head(place: KeyPlace, signal: AbortSignal): Promise<FileAttributes | undefined>
  read(
    place: KeyPlace,
    signal: AbortSignal,
  ): Promise<{ readonly attributes: FileAttributes; readonly bytes: AsyncIterable<Uint8Array> }>
  write(place: KeyPlace, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  copy(from: KeyPlace, to: KeyPlace, signal: AbortSignal): Promise<void>
  remove(place: KeyPlace, signal: AbortSignal): Promise<void>
}

const pageSize = 1000

/** Presents an object store as folders and files. A folder exists while it contains an object. */
export function filesOfKeys(store: KeyStore): Files {
  const keyOf = (path: string): KeyPlace => {
    const place = store.placeOf(path)
    if (place.bucket !== '' && place.key !== '') return place
    throw new ServiceFailure('refused', 'This is a bucket, not a file.')
  }

  async function* list(
    folder: KeyPlace,
    signal: AbortSignal,
    maxKeys = pageSize,
  ): AsyncGenerator<readonly FileEntry[]> {
    const { bucket } = folder
    const key = prefixOf(withoutSlash(folder.key))
    let isEmpty = key !== ''
    let next: string | undefined
    do {
      const page = await store.page({ bucket, key, maxKeys, next }, signal)
      isEmpty &&= page.prefixes.length + page.files.length === 0
      yield [
        ...page.prefixes.map((one) =>
          folderEntry(store.pathOf({ bucket, key: withoutSlash(one) })),
        ),
        ...page.files
          .filter((one) => one.key !== key)
          .map(({ key: own, ...attributes }) =>
            fileEntry(store.pathOf({ bucket, key: own }), attributes),
          ),
      ]
      next = page.next
    } while (next)
    if (isEmpty) throw notFoundError(store.pathOf({ bucket, key: withoutSlash(key) }))
  }

  return {
    check: (signal) => store.check(signal),
    list(folder, signal) {
      const place = store.placeOf(folder)
      return place.bucket === '' ? store.buckets(signal) : list(place, signal)
    },
    async find(path, signal) {
      const place = store.placeOf(path)
      if (place.bucket === '') return folderEntry('')
      const attributes = place.key === '' ? undefined : await store.head(place, signal)
      if (attributes) return fileEntry(store.pathOf(place), attributes)
      const isFolder = await folderExists(list(place, signal, 1), isMissing)
      return isFolder ? folderEntry(store.pathOf(place)) : undefined
    },
    async open(path, _, signal) {
      const place = keyOf(path)
      const { attributes, bytes } = await store.read(place, signal)
      return { entry: fileEntry(store.pathOf(place), attributes), bytes }
    },
    write: async (path, bytes, signal) => store.write(keyOf(path), bytes, signal),
    async move(from, to, signal) {
      const old = keyOf(from)
      const place = keyOf(to)
      if (store.pathOf(old) === store.pathOf(place)) return
      await store.copy(old, place, signal)
      await store.remove(old, signal)
    },
    remove: async (path, signal) => store.remove(keyOf(path), signal).catch(ignoreNotFound),
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof ServiceFailure && error.code === 'not-found'

/** Rethrows any error except `not-found`. */
export function ignoreNotFound(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}
