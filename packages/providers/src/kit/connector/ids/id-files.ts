import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { joinPath, notFoundError, segmentsOf } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import { PlaceCache } from './place-cache.ts'

/** A folder or file of a service that addresses them by id. */
export type ItemById = {
  readonly id: string
  /** Id of the folder that contains it. */
  readonly parentId: string | undefined
  /** Its name as a path segment, unique in its folder. */
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
  /** Returns the existing folder if another client has just created it. */
  makeFolder(folderId: string, name: string, signal: AbortSignal): Promise<N>
  read(node: N, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  create(place: NewPlace, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<unknown>
  replace(node: N, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<unknown>
  moveTo(node: N, place: NewPlace, signal: AbortSignal): Promise<unknown>
  remove(node: N, signal: AbortSignal): Promise<unknown>
}

export type NewPlace = { readonly folderId: string; readonly name: string }

/** Resolves paths to ids from the root. An item that was just seen is found again by one call. */
export class IdFiles<N extends ItemById> implements Files {
  readonly #store: IdStore<N>
  readonly #places = new PlaceCache()
  /** Folders being created, so that two concurrent uploads into a new folder create it once. */
  readonly #folderCreations = new Map<string, Promise<string>>()

  constructor(store: IdStore<N>) {
    this.#store = store
  }

  check = (signal: AbortSignal) => this.#store.check(signal)

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const own = joinPath(...segmentsOf(folder))
    const id = await this.#folderIdOf(own, signal)
    if (id === undefined) throw notFoundError(folder)
    for await (const nodes of this.#store.children(id, signal)) {
      for (const node of nodes) this.#places.put(joinPath(own, node.segment), node)
      yield nodes.map((node) => entryOf(joinPath(own, node.segment), node))
    }
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const place = joinPath(...segmentsOf(path))
    if (place === '') return folderEntry('')
    const node = await this.#nodeAt(place, signal)
    return node && entryOf(place, node)
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const place = joinPath(...segmentsOf(path))
    const node = await this.#fileAt(place, signal)
    return { entry: entryOf(place, node), bytes: await this.#store.read(node, reading) }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const place = joinPath(...segmentsOf(path))
    const existingNode = await this.#nodeAt(place, signal)
    if (existingNode?.isFolder || place === '') {
      throw new ServiceFailure('refused', `“${path}” is a folder.`)
    }
    if (existingNode) await this.#store.replace(existingNode, bytes, signal)
    else await this.#store.create(await this.#newPlaceAt(place, signal), bytes, signal)
  }

  async move(from: string, to: string, signal: AbortSignal): Promise<void> {
    const [source, target] = [from, to].map((path) => joinPath(...segmentsOf(path))) as [
      string,
      string,
    ]
    const node = await this.#fileAt(source, signal)
    if (source === target) return
    const existingNode = await this.#nodeAt(target, signal)
    if (existingNode?.isFolder) throw new ServiceFailure('refused', `“${to}” is a folder.`)
    if (existingNode) await this.#store.remove(existingNode, signal)
    await this.#store.moveTo(node, await this.#newPlaceAt(target, signal), signal)
    this.#places.evict(source)
  }

  async remove(path: string, signal: AbortSignal): Promise<void> {
    const place = joinPath(...segmentsOf(path))
    if (place === '') throw new ServiceFailure('refused', 'The root folder cannot be deleted.')
    const node = await this.#nodeAt(place, signal)
    if (node) await this.#store.remove(node, signal)
    this.#places.evict(place)
  }

  async #fileAt(place: string, signal: AbortSignal): Promise<N> {
    const node = await this.#nodeAt(place, signal)
    if (!node || node.isFolder) throw notFoundError(place)
    return node
  }

  async #nodeAt(place: string, signal: AbortSignal): Promise<N | undefined> {
    const { parentPath, last } = splitPath(place)
    const cachedPlace = this.#places.get(place)
    if (cachedPlace) {
      // The item may have been moved, renamed or deleted since.
      const node = await this.#store.get(cachedPlace.id, signal)
      if (node?.segment === last && node.parentId === cachedPlace.parentId) return node
      this.#places.evict(place)
    }
    const folderId = await this.#folderIdOf(parentPath, signal)
    if (folderId === undefined) return undefined
    const node = await this.#store.child(folderId, last, signal)
    if (node) this.#places.put(place, node)
    return node
  }

  async #folderIdOf(place: string, signal: AbortSignal): Promise<string | undefined> {
    if (place === '') return this.#store.rootId(signal)
    const cachedPlace = this.#places.get(place)
    if (cachedPlace?.isFolder) return cachedPlace.id
    const node = await this.#nodeAt(place, signal)
    return node?.isFolder ? node.id : undefined
  }

  async #newPlaceAt(place: string, signal: AbortSignal): Promise<NewPlace> {
    const { parentPath, last } = splitPath(place)
    return { folderId: await this.#ensureFolder(parentPath, signal), name: last }
  }

  async #ensureFolder(place: string, signal: AbortSignal): Promise<string> {
    const existingId = await this.#folderIdOf(place, signal)
    if (existingId !== undefined) return existingId
    const creation = this.#folderCreations.get(place) ?? this.#createFolder(place, signal)
    this.#folderCreations.set(place, creation)
    return creation.finally(() => this.#folderCreations.delete(place))
  }

  async #createFolder(place: string, signal: AbortSignal): Promise<string> {
    const { folderId, name } = await this.#newPlaceAt(place, signal)
    const node = await this.#store.makeFolder(folderId, name, signal)
    if (!node.isFolder) throw new ServiceFailure('refused', `“${place}” is a file.`)
    this.#places.put(place, node)
    return node.id
  }
}

function splitPath(place: string): { readonly parentPath: string; readonly last: string } {
  const index = place.lastIndexOf('/')
  return { parentPath: place.slice(0, Math.max(index, 0)), last: place.slice(index + 1) }
}

function entryOf(path: string, node: ItemById): FileEntry {
  const { size, modifiedAt, contentType, version } = node
  if (node.isFolder) return folderEntry(path, modifiedAt)
  return fileEntry(path, { size, modifiedAt, contentType, version })
}
