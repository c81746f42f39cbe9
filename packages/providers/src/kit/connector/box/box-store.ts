import { z } from 'zod'
import type { IdStore, ItemById, NewPlace } from '../ids/id-files.ts'
import { readJson } from '../read-json.ts'
import { assertOk, bodyOf } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { uploadToBox } from './box-upload.ts'

const Item = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  size: z.number().optional(),
  modified_at: z.string().nullish(),
  sha1: z.string().nullish(),
  etag: z.string().nullish(),
  item_status: z.string().optional(),
  parent: z.object({ id: z.string() }).nullish(),
})
type Item = z.output<typeof Item>
const Page = z.object({ entries: z.array(Item), next_marker: z.string().nullish() })
const Conflict = z.object({ type: z.string(), id: z.string() })
const Refusal = z.object({
  code: z.string(),
  context_info: z
    .object({ conflicts: z.union([Conflict, z.array(Conflict).min(1)]).optional() })
    .nullish(),
})

const api = 'https://api.box.com/2.0'
const fields = 'type,id,name,size,modified_at,sha1,etag,item_status,parent'

type World = {
  /** Proves each call by a token. */
  readonly ask: typeof globalThis.fetch
  /** For signed URLs, which are called without a token. */
  readonly fetch: typeof globalThis.fetch
}

/** Folders and files of Box, by version 2 of its HTTP interface. Files and folders may have the same number. */
export class BoxStore implements IdStore {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  rootId = async () => 'folders/0'

  async check(signal: AbortSignal): Promise<void> {
    await readJson(await this.#ask(`/folders/0?fields=${fields}`, signal), Item)
  }

  async *children(folderId: string, signal: AbortSignal): AsyncGenerator<readonly ItemById[]> {
    let marker: string | null | undefined
    do {
      const query = new URLSearchParams({ fields, usemarker: 'true', limit: '1000' })
      if (marker) query.set('marker', marker)
      const page = await readJson(await this.#ask(`/${folderId}/items?${query}`, signal), Page)
      // Bookmarks have nothing to read.
      yield page.entries
        .filter(({ type }) => type === 'file' || type === 'folder')
        .map((item) => itemOf(item, folderId))
      marker = page.next_marker
    } while (marker)
  }

  /** Asks whether a file of that name could be put there: what is in its way is told by its id. */
  async child(folderId: string, segment: string, signal: AbortSignal) {
    const asked = { name: segment, parent: { id: numberIn(folderId) } }
    const answer = await this.#send('OPTIONS', '/files/content', asked, signal)
    if (answer.ok) {
      await answer.body?.cancel()
      return undefined
    }
    if (answer.status !== 409 && answer.status !== 403) await assertOk(answer, meaningOfRefusal)
    const there = answer.status === 409 ? await conflictIn(answer) : undefined
    if (answer.status === 403) await answer.body?.cancel()
    const found = there === undefined ? undefined : await this.get(there, signal)
    return found?.segment === segment ? found : this.#look(folderId, segment, signal)
  }

  /** Searches the folder, for users without write permission. */
  async #look(folderId: string, segment: string, signal: AbortSignal) {
    for await (const items of this.children(folderId, signal)) {
      const found = items.find((one) => one.segment === segment)
      if (found) return found
    }
    return undefined
  }

  async get(id: string, signal: AbortSignal): Promise<ItemById | undefined> {
    try {
      const item = await readJson(await this.#ask(`/${id}?fields=${fields}`, signal), Item)
      const isThere = item.item_status === undefined || item.item_status === 'active'
      return isThere
        ? itemOf(item, item.parent ? `folders/${item.parent.id}` : undefined)
        : undefined
    } catch (error) {
      if (error instanceof ServiceFailure && error.code === 'not-found') return undefined
      throw error
    }
  }

  async makeFolder(folderId: string, name: string, signal: AbortSignal): Promise<ItemById> {
    const made = { name, parent: { id: numberIn(folderId) } }
    const answer = await this.#send('POST', `/folders?fields=${fields}`, made, signal)
    if (answer.status !== 409) {
      return itemOf(await readJson(await assertOk(answer, meaningOfRefusal), Item), folderId)
    }
    const there = await conflictIn(answer)
    const found = there && (await this.get(there, signal))
    if (found) return found
    throw new ServiceFailure('unavailable', `“${name}” is being made by somebody else.`)
  }

  async read({ id }: ItemById, signal: AbortSignal) {
    const answer = await this.#world.ask(`${api}/${id}/content`, { signal, redirect: 'manual' })
    const location = answer.headers.get('location')
    if (answer.status === 202) {
      await answer.body?.cancel()
      throw new ServiceFailure('unavailable', 'The file is not ready to be read yet.')
    }
    if (answer.status !== 302 || location === null) return bodyOf(await assertOk(answer))
    await answer.body?.cancel()
    // That address proves itself: no token goes there.
    return bodyOf(await assertOk(await this.#world.fetch(location, { signal })))
  }

  async create(
    { folderId, name }: NewPlace,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) {
    const attributes = { name, parent: { id: numberIn(folderId) } }
    await uploadToBox({ ask: this.#world.ask, path: '', attributes }, bytes, signal)
  }

  async replace({ id, segment }: ItemById, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    const path = `/${numberIn(id)}`
    await uploadToBox({ ask: this.#world.ask, path, attributes: { name: segment } }, bytes, signal)
  }

  async moveTo({ id }: ItemById, { folderId, name }: NewPlace, signal: AbortSignal) {
    const to = { name, parent: { id: numberIn(folderId) } }
    const answer = await this.#send('PUT', `/${id}`, to, signal)
    await (await assertOk(answer, meaningOfRefusal)).body?.cancel()
  }

  /** Into the trash. */
  async remove({ id }: ItemById, signal: AbortSignal): Promise<void> {
    const answer = await this.#world.ask(`${api}/${id}`, { method: 'DELETE', signal })
    await (await assertOk(answer, meaningOfRefusal)).body?.cancel()
  }

  #send(method: string, path: string, body: object, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return this.#world.ask(`${api}${path}`, { method, headers, body: JSON.stringify(body), signal })
  }

  async #ask(path: string, signal: AbortSignal): Promise<Response> {
    return assertOk(await this.#world.ask(`${api}${path}`, { signal }), meaningOfRefusal)
  }
}

const numberIn = (id: string) => id.slice(id.indexOf('/') + 1)

function itemOf(item: Item, parentId: string | undefined): ItemById {
  const isFolder = item.type === 'folder'
  return {
    id: `${isFolder ? 'folders' : 'files'}/${item.id}`,
    parentId,
    segment: item.name,
    isFolder,
    size: isFolder ? null : (item.size ?? null),
    modifiedAt: item.modified_at ? new Date(item.modified_at) : null,
    contentType: null,
    version: item.sha1 ?? item.etag ?? null,
  }
}

async function conflictIn(answer: Response): Promise<string | undefined> {
  const [there] = [(await readJson(answer, Refusal)).context_info?.conflicts ?? []].flat()
  return there && `${there.type === 'folder' ? 'folders' : 'files'}/${there.id}`
}

function meaningOfRefusal(json: unknown) {
  const code = Refusal.safeParse(json).data?.code
  return code === 'storage_limit_exceeded' ? ('unavailable' as const) : undefined
}
