import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Files, fileEntry, folderEntry, isThere } from '../open-files.ts'
import { notThere, prefixOf, withoutSlash } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'

export type KeyPlace = { readonly bucket: string; readonly key: string }

export type Told = Partial<Omit<FileEntry, 'path' | 'kind'>>

export type KeyPage = {
  /** Beginnings of keys up to the next slash, with it. */
  readonly prefixes: readonly string[]
  readonly files: readonly (Told & { readonly key: string })[]
  /** Token of the next page. */
  readonly next: string | undefined
}

export type KeyQuery = KeyPlace & { readonly most: number; readonly next: string | undefined }

/** Objects under keys as one service has them: whatever of it differs between services. */
export type KeyStore = {
  placeOf(path: string): KeyPlace
  pathOf(place: KeyPlace): string
  check(signal: AbortSignal): Promise<unknown>
  buckets(signal: AbortSignal): AsyncIterable<readonly FileEntry[]>
  /** Keys that begin with the given one, no deeper than the next slash. */
  page(asked: KeyQuery, signal: AbortSignal): Promise<KeyPage>
  head(place: KeyPlace, signal: AbortSignal): Promise<Told | undefined>
  read(
    place: KeyPlace,
    signal: AbortSignal,
  ): Promise<{ readonly told: Told; readonly bytes: AsyncIterable<Uint8Array> }>
  write(place: KeyPlace, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  copy(from: KeyPlace, to: KeyPlace, signal: AbortSignal): Promise<void>
  remove(place: KeyPlace, signal: AbortSignal): Promise<void>
}

const pageSize = 1000

/** Folders and files of a store that knows keys alone: a folder is there while something lies below it. */
export function filesOfKeys(store: KeyStore): Files {
  const keyOf = (path: string): KeyPlace => {
    const place = store.placeOf(path)
    if (place.bucket !== '' && place.key !== '') return place
    throw new ServiceFailure('refused', 'A bucket is no file.')
  }

  async function* list(
    folder: KeyPlace,
    signal: AbortSignal,
    most = pageSize,
  ): AsyncGenerator<readonly FileEntry[]> {
    const { bucket } = folder
    const key = prefixOf(withoutSlash(folder.key))
    let isEmpty = key !== ''
    let next: string | undefined
    do {
      const page = await store.page({ bucket, key, most, next }, signal)
      isEmpty &&= page.prefixes.length + page.files.length === 0
      yield [
        ...page.prefixes.map((one) =>
          folderEntry(store.pathOf({ bucket, key: withoutSlash(one) })),
        ),
        ...page.files
          .filter((one) => one.key !== key)
          .map(({ key: own, ...told }) => fileEntry(store.pathOf({ bucket, key: own }), told)),
      ]
      next = page.next
    } while (next)
    if (isEmpty) throw notThere(store.pathOf({ bucket, key: withoutSlash(key) }))
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
      const told = place.key === '' ? undefined : await store.head(place, signal)
      if (told) return fileEntry(store.pathOf(place), told)
      const isFolder = await isThere(list(place, signal, 1), isMissing)
      return isFolder ? folderEntry(store.pathOf(place)) : undefined
    },
    async open(path, _, signal) {
      const place = keyOf(path)
      const { told, bytes } = await store.read(place, signal)
      return { entry: fileEntry(store.pathOf(place), told), bytes }
    },
    write: async (path, bytes, signal) => store.write(keyOf(path), bytes, signal),
    async move(from, to, signal) {
      const old = keyOf(from)
      const place = keyOf(to)
      if (store.pathOf(old) === store.pathOf(place)) return
      await store.copy(old, place, signal)
      await store.remove(old, signal)
    },
    remove: async (path, signal) => store.remove(keyOf(path), signal).catch(unlessMissing),
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof ServiceFailure && error.code === 'not-found'

/** Throws all but that something is not there. */
export function unlessMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}
