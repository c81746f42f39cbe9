import { z } from 'zod'
import type { IdStore, ItemById, NewPlace } from '../ids/id-files.ts'
import { readJsonBody } from '../read-json-body.ts'
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

type BoxHttp = {
  /** Sends the access token with each call. */
  readonly ask: typeof globalThis.fetch
  /** Calls signed URLs, which take no token. */
  readonly fetch: typeof globalThis.fetch
}

/** Folders and files of Box, through version 2 of its API. A file and a folder may have the same number. */
export class BoxStore implements IdStore {
  readonly #http: BoxHttp

  constructor(http: BoxHttp) {
    this.#http = http
  }

  rootId = async () => 'folders/0'

  async check(signal: AbortSignal): Promise<void> {
    await readJsonBody(await this.#ask(`/folders/0?fields=${fields}`, signal), Item)
  }

  async *children(folderId: string, signal: AbortSignal): AsyncGenerator<readonly ItemById[]> {
    let marker: string | null | undefined
    do {
      const query = new URLSearchParams({ fields, usemarker: 'true', limit: '1000' })
      if (marker) query.set('marker', marker)
      const page = await readJsonBody(await this.#ask(`/${folderId}/items?${query}`, signal), Page)
      // Bookmarks have nothing to read.
      yield page.entries
        .filter(({ type }) => type === 'file' || type === 'folder')
        .map((item) => itemOf(item, folderId))
      marker = page.next_marker
    } while (marker)
  }

  /** Asks whether a file of that name could be uploaded: Box answers with the id of an existing item. */
  async child(folderId: string, segment: string, signal: AbortSignal) {
    const attributes = { name: segment, parent: { id: numberIn(folderId) } }
    const answer = await this.#send('OPTIONS', '/files/content', attributes, signal)
    if (answer.ok) {
      await answer.body?.cancel()
      return undefined
    }
    if (answer.status !== 409 && answer.status !== 403) await assertOk(answer, meaningOfRefusal)
    const conflictId = answer.status === 409 ? await conflictIn(answer) : undefined
    if (answer.status === 403) await answer.body?.cancel()
    const item = conflictId === undefined ? undefined : await this.get(conflictId, signal)
    return item?.segment === segment ? item : this.#findInFolder(folderId, segment, signal)
  }

  /** Searches the folder, for users without write permission. */
  async #findInFolder(folderId: string, segment: string, signal: AbortSignal) {
    for await (const items of this.children(folderId, signal)) {
      const item = items.find((one) => one.segment === segment)
      if (item) return item
    }
    return undefined
  }

  async get(id: string, signal: AbortSignal): Promise<ItemById | undefined> {
    try {
      const item = await readJsonBody(await this.#ask(`/${id}?fields=${fields}`, signal), Item)
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
    const attributes = { name, parent: { id: numberIn(folderId) } }
    const answer = await this.#send('POST', `/folders?fields=${fields}`, attributes, signal)
    if (answer.status !== 409) {
      return itemOf(await readJsonBody(await assertOk(answer, meaningOfRefusal), Item), folderId)
    }
    const conflictId = await conflictIn(answer)
    const existingFolder = conflictId && (await this.get(conflictId, signal))
    if (existingFolder) return existingFolder
    throw new ServiceFailure('unavailable', `Someone else is creating “${name}” right now.`)
  }

  async read({ id }: ItemById, signal: AbortSignal) {
    const answer = await this.#http.ask(`${api}/${id}/content`, { signal, redirect: 'manual' })
    const location = answer.headers.get('location')
    if (answer.status === 202) {
      await answer.body?.cancel()
      throw new ServiceFailure('unavailable', 'The file is not ready to be downloaded yet.')
    }
    if (answer.status !== 302 || location === null) return bodyOf(await assertOk(answer))
    await answer.body?.cancel()
    // The address is signed, so no token is sent to it.
    return bodyOf(await assertOk(await this.#http.fetch(location, { signal })))
  }

  async create(
    { folderId, name }: NewPlace,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) {
    const attributes = { name, parent: { id: numberIn(folderId) } }
    await uploadToBox({ ask: this.#http.ask, path: '', attributes }, bytes, signal)
  }

  async replace({ id, segment }: ItemById, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    const path = `/${numberIn(id)}`
    await uploadToBox({ ask: this.#http.ask, path, attributes: { name: segment } }, bytes, signal)
  }

  async moveTo({ id }: ItemById, { folderId, name }: NewPlace, signal: AbortSignal) {
    const to = { name, parent: { id: numberIn(folderId) } }
    const answer = await this.#send('PUT', `/${id}`, to, signal)
    await (await assertOk(answer, meaningOfRefusal)).body?.cancel()
  }

  /** Moves the item to the trash. */
  async remove({ id }: ItemById, signal: AbortSignal): Promise<void> {
    const answer = await this.#http.ask(`${api}/${id}`, { method: 'DELETE', signal })
    await (await assertOk(answer, meaningOfRefusal)).body?.cancel()
  }

  #send(method: string, path: string, body: object, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return this.#http.ask(`${api}${path}`, { method, headers, body: JSON.stringify(body), signal })
  }

  async #ask(path: string, signal: AbortSignal): Promise<Response> {
    return assertOk(await this.#http.ask(`${api}${path}`, { signal }), meaningOfRefusal)
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
  const [conflict] = [(await readJsonBody(answer, Refusal)).context_info?.conflicts ?? []].flat()
  return conflict && `${conflict.type === 'folder' ? 'folders' : 'files'}/${conflict.id}`
}

function meaningOfRefusal(json: unknown) {
  const code = Refusal.safeParse(json).data?.code
  return code === 'storage_limit_exceeded' ? ('unavailable' as const) : undefined
}
