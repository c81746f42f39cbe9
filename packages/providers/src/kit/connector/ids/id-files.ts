import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { joined, notThere, segmentsOf } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import { KnownPlaces } from './known-places.ts'

/** A folder or file of a service that knows them by ids. */
export type ItemById = {
  readonly id: string
  /** The folder that it lies in. */
  readonly parentId: string | undefined
  /** Its name as a segment of a path. Two in one folder have two. */
  readonly segment: string
  readonly isFolder: boolean
  readonly size: number | null
  readonly modifiedAt: Date | null
  readonly contentType: string | null
  readonly version: string | null
}

/** Operations of a service that addresses files by id, one call each. */
export type IdStore<N extends ItemById = ItemById> = {
  rootId(signal: AbortSignal): Promise<string>
  check(signal: AbortSignal): Promise<unknown>
  /** Throws `not-found` when the folder does not exist. */
  children(folderId: string, signal: AbortSignal): AsyncIterable<readonly N[]>
  child(folderId: string, segment: string, signal: AbortSignal): Promise<N | undefined>
  get(id: string, signal: AbortSignal): Promise<N | undefined>
  /** Or takes the one that somebody else has made meanwhile. */
  makeFolder(folderId: string, name: string, signal: AbortSignal): Promise<N>
  read(node: N, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  create(place: NewPlace, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<unknown>
  replace(node: N, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<unknown>
  moveTo(node: N, place: NewPlace, signal: AbortSignal): Promise<unknown>
  remove(node: N, signal: AbortSignal): Promise<unknown>
}

export type NewPlace = { readonly folderId: string; readonly name: string }

/** Paths over ids: each is found from the root on, and what was just seen is found again by one call. */
export class IdFiles<N extends ItemById> implements Files {
  readonly #store: IdStore<N>
  readonly #places = new KnownPlaces()
  /** Folders being created, so that two concurrent uploads into a new folder create it once. */
  readonly #making = new Map<string, Promise<string>>()

  constructor(store: IdStore<N>) {
    this.#store = store
  }

  check = (signal: AbortSignal) => this.#store.check(signal)

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const own = joined(...segmentsOf(folder))
    const id = await this.#folderIdOf(own, signal)
    if (id === undefined) throw notThere(folder)
    for await (const nodes of this.#store.children(id, signal)) {
      for (const node of nodes) this.#places.put(joined(own, node.segment), node)
      yield nodes.map((node) => entryOf(joined(own, node.segment), node))
    }
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const place = joined(...segmentsOf(path))
    if (place === '') return folderEntry('')
    const node = await this.#nodeAt(place, signal)
    return node && entryOf(place, node)
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const place = joined(...segmentsOf(path))
    const node = await this.#fileAt(place, signal)
    return { entry: entryOf(place, node), bytes: await this.#store.read(node, reading) }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const place = joined(...segmentsOf(path))
    const there = await this.#nodeAt(place, signal)
    if (there?.isFolder || place === '') {
      throw new ServiceFailure('refused', `“${path}” is a folder.`)
    }
    if (there) await this.#store.replace(there, bytes, signal)
    else await this.#store.create(await this.#newPlace(place, signal), bytes, signal)
  }

  async move(from: string, to: string, signal: AbortSignal): Promise<void> {
    const [source, target] = [from, to].map((path) => joined(...segmentsOf(path))) as [
      string,
      string,
    ]
    const node = await this.#fileAt(source, signal)
    if (source === target) return
    const there = await this.#nodeAt(target, signal)
    if (there?.isFolder) throw new ServiceFailure('refused', `“${to}” is a folder.`)
    if (there) await this.#store.remove(there, signal)
    await this.#store.moveTo(node, await this.#newPlace(target, signal), signal)
    this.#places.forget(source)
  }

  async remove(path: string, signal: AbortSignal): Promise<void> {
    const place = joined(...segmentsOf(path))
    if (place === '') throw new ServiceFailure('refused', 'The root is not deleted.')
    const node = await this.#nodeAt(place, signal)
    if (node) await this.#store.remove(node, signal)
    this.#places.forget(place)
  }

  async #fileAt(place: string, signal: AbortSignal): Promise<N> {
    const node = await this.#nodeAt(place, signal)
    if (!node || node.isFolder) throw notThere(place)
    return node
  }

  async #nodeAt(place: string, signal: AbortSignal): Promise<N | undefined> {
    const { above, last } = parted(place)
    const known = this.#places.get(place)
    if (known) {
      // It may have been moved, renamed or deleted since.
      const node = await this.#store.get(known.id, signal)
      if (node?.segment === last && node.parentId === known.parentId) return node
      this.#places.forget(place)
    }
    const folderId = await this.#folderIdOf(above, signal)
    if (folderId === undefined) return undefined
    const node = await this.#store.child(folderId, last, signal)
    if (node) this.#places.put(place, node)
    return node
  }

  async #folderIdOf(place: string, signal: AbortSignal): Promise<string | undefined> {
    if (place === '') return this.#store.rootId(signal)
    const known = this.#places.get(place)
    if (known?.isFolder) return known.id
    const node = await this.#nodeAt(place, signal)
    return node?.isFolder ? node.id : undefined
  }

  async #newPlace(place: string, signal: AbortSignal): Promise<NewPlace> {
    const { above, last } = parted(place)
    return { folderId: await this.#madeFolder(above, signal), name: last }
  }

  async #madeFolder(place: string, signal: AbortSignal): Promise<string> {
    const found = await this.#folderIdOf(place, signal)
    if (found !== undefined) return found
    const making = this.#making.get(place) ?? this.#make(place, signal)
    this.#making.set(place, making)
    return making.finally(() => this.#making.delete(place))
  }

  async #make(place: string, signal: AbortSignal): Promise<string> {
    const { folderId, name } = await this.#newPlace(place, signal)
    const node = await this.#store.makeFolder(folderId, name, signal)
    if (!node.isFolder) throw new ServiceFailure('refused', `“${place}” is a file.`)
    this.#places.put(place, node)
    return node.id
  }
}

function parted(place: string): { readonly above: string; readonly last: string } {
  const index = place.lastIndexOf('/')
  return { above: place.slice(0, Math.max(index, 0)), last: place.slice(index + 1) }
}

function entryOf(path: string, node: ItemById): FileEntry {
  const { size, modifiedAt, contentType, version } = node
  if (node.isFolder) return folderEntry(path, modifiedAt)
  return fileEntry(path, { size, modifiedAt, contentType, version })
}
