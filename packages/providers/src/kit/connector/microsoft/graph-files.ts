import type { FileEntry } from '@recto/provider-spec/file-connector'
import { z } from 'zod'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { encodedPath, joinPath, notFoundError, segmentsOf } from '../paths.ts'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk, bodyOf } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { uploadToGraph } from './graph-upload.ts'

const Item = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().optional(),
  lastModifiedDateTime: z.string().optional(),
  cTag: z.string().optional(),
  file: z.object({ mimeType: z.string().optional() }).optional(),
  '@microsoft.graph.downloadUrl': z.string().optional(),
})
type Item = z.output<typeof Item>
const Page = z.object({ value: z.array(Item), '@odata.nextLink': z.string().optional() })
const WithId = z.object({ id: z.string().min(1) })

const graph = 'https://graph.microsoft.com'
const itemFields = 'id,name,size,lastModifiedDateTime,cTag,file'

export type DrivePlace = {
  readonly siteUrl?: string | undefined
  readonly driveId?: string | undefined
  readonly userEmail?: string | undefined
}

type GraphHttp = {
  /** Sends the access token with each call. */
  readonly ask: typeof globalThis.fetch
  /** Calls signed URLs, which take no token. */
  readonly fetch: typeof globalThis.fetch
}

/** Folders and files of a drive in SharePoint or OneDrive, through version 1.0 of Microsoft Graph. */
export class GraphFiles implements Files {
  readonly #place: DrivePlace
  readonly #http: GraphHttp
  #drive: string | undefined

  constructor(place: DrivePlace, http: GraphHttp) {
    this.#place = place
    this.#http = http
  }

  async check(signal: AbortSignal): Promise<void> {
    const answer = await this.#ask(`${await this.#driveOf(signal)}/root?$select=id,name`, signal)
    await readJsonBody(answer, WithId)
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const own = joinPath(...segmentsOf(folder))
    const first = `${await this.#itemAt(own, signal, 'children')}?$top=500&$select=${itemFields}`
    let address: string | undefined = first
    while (address !== undefined) {
      const page: z.output<typeof Page> = await readJsonBody(await this.#ask(address, signal), Page)
      yield page.value.map((item) => entryOf(joinPath(own, item.name), item))
      address = pathOfNextPage(page['@odata.nextLink'])
    }
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const place = joinPath(...segmentsOf(path))
    if (place === '') return folderEntry('')
    const item = await this.#item(place, signal)
    return item && entryOf(place, item)
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const place = joinPath(...segmentsOf(path))
    const item = place === '' ? undefined : await this.#item(place, signal)
    const address = item?.['@microsoft.graph.downloadUrl']
    if (!item?.file) throw notFoundError(path)
    if (address === undefined) {
      throw new ServiceFailure('reply-unreadable', 'The server did not provide a download address.')
    }
    const answer = await assertOk(await this.#http.fetch(address, { signal: reading }))
    return { entry: entryOf(place, item), bytes: bodyOf(answer) }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const segments = segmentsOf(path)
    const name = segments.at(-1)
    if (name === undefined) throw new ServiceFailure('refused', 'The root is a folder, not a file.')
    const folderId = await this.#ensureFolder(segments.slice(0, -1), signal)
    const drive = await this.#driveOf(signal)
    const address = `${graph}${drive}/items/${folderId}:/${encodeURIComponent(name)}:`
    await uploadToGraph({ ...this.#http, address }, bytes, signal)
  }

  async move(from: string, to: string, signal: AbortSignal): Promise<void> {
    const source = segmentsOf(from)
    const target = segmentsOf(to)
    const item = await this.#item(joinPath(...source), signal)
    if (!item?.file) throw notFoundError(from)
    if (joinPath(...source) === joinPath(...target)) return
    // Graph does not replace an existing file, so it is deleted first.
    await this.remove(to, signal)
    const id = await this.#ensureFolder(target.slice(0, -1), signal)
    const path = `${await this.#driveOf(signal)}/items/${encodeURIComponent(item.id)}`
    await this.#send('PATCH', path, { parentReference: { id }, name: target.at(-1) }, signal)
  }

  /** Moves the item to the recycle bin. */
  async remove(path: string, signal: AbortSignal): Promise<void> {
    const place = joinPath(...segmentsOf(path))
    if (place === '') throw new ServiceFailure('refused', 'The root folder cannot be deleted.')
    const answer = await this.#ask(await this.#itemAt(place, signal), signal, {
      method: 'DELETE',
    }).catch(ignoreNotFound)
    await answer?.body?.cancel()
  }

  /** Returns the id of a folder. Creates the folder and its parents if they do not exist. */
  async #ensureFolder(segments: readonly string[], signal: AbortSignal): Promise<string> {
    const place = joinPath(...segments)
    const answer = await this.#ask(await this.#itemAt(place, signal), signal).catch(ignoreNotFound)
    if (answer) return (await readJsonBody(answer, WithId)).id
    const parentId = await this.#ensureFolder(segments.slice(0, -1), signal)
    const path = `${await this.#driveOf(signal)}/items/${encodeURIComponent(parentId)}/children`
    const folder = { name: segments.at(-1), folder: {} }
    const rule = { '@microsoft.graph.conflictBehavior': 'fail' }
    try {
      return (
        await readJsonBody(await this.#send('POST', path, { ...folder, ...rule }, signal), WithId)
      ).id
    } catch (error) {
      // Another client has created the folder in the meantime.
      if (!(error instanceof ServiceFailure) || error.status !== 409) throw error
      const item = await this.#item(place, signal)
      if (item === undefined) throw error
      return item.id
    }
  }

  async #item(place: string, signal: AbortSignal): Promise<Item | undefined> {
    const answer = await this.#ask(await this.#itemAt(place, signal), signal).catch(ignoreNotFound)
    return answer && readJsonBody(answer, Item)
  }

  async #itemAt(place: string, signal: AbortSignal, relation = ''): Promise<string> {
    const drive = await this.#driveOf(signal)
    if (place === '') return joinPath(`${drive}/root`, relation)
    return relation === ''
      ? `${drive}/root:/${encodedPath(place)}`
      : `${drive}/root:/${encodedPath(place)}:/${relation}`
  }

  /** Returns the configured drive, or that of the site, of the user, or of the account that signed in. */
  async #driveOf(signal: AbortSignal): Promise<string> {
    this.#drive ??= `/v1.0/drives/${encodeURIComponent(await this.#driveId(signal))}`
    return this.#drive
  }

  async #driveId(signal: AbortSignal): Promise<string> {
    const { siteUrl, driveId, userEmail } = this.#place
    if (driveId !== undefined) return driveId
    const idAt = async (path: string) =>
      (await readJsonBody(await this.#ask(`/v1.0${path}`, signal), WithId)).id
    if (siteUrl !== undefined) {
      const { hostname, pathname } = new URL(siteUrl)
      const path = pathname.replace(/\/$/, '')
      const site = await idAt(path === '' ? `/sites/${hostname}` : `/sites/${hostname}:${path}`)
      return idAt(`/sites/${encodeURIComponent(site)}/drive`)
    }
    if (userEmail !== undefined) return idAt(`/users/${encodeURIComponent(userEmail)}/drive`)
    return idAt('/me/drive')
  }

  #send(method: string, path: string, body: object, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return this.#ask(path, signal, { method, headers, body: JSON.stringify(body) })
  }

  async #ask(path: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
    return assertOk(await this.#http.ask(`${graph}${path}`, { ...init, signal }), meaningOfRefusal)
  }
}

/** Returns the path of the next page. Refuses other hosts, because the token must not be sent to them. */
function pathOfNextPage(next: string | undefined): string | undefined {
  if (next === undefined) return undefined
  const url = URL.parse(next)
  if (url?.origin !== graph) {
    throw new ServiceFailure(
      'reply-unreadable',
      'The next page of the list is on a different server.',
    )
  }
  return `${url.pathname}${url.search}`
}

function entryOf(
  path: string,
  { size, lastModifiedDateTime: modifiedTime, cTag, file }: Item,
): FileEntry {
  const modifiedAt = modifiedTime === undefined ? null : new Date(modifiedTime)
  if (!file) return folderEntry(path, modifiedAt)
  const attributes = {
    size: size ?? null,
    version: cTag ?? null,
    contentType: file.mimeType ?? null,
  }
  return fileEntry(path, { ...attributes, modifiedAt })
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ServiceFailure && error.code === 'not-found') return undefined
  throw error
}

const Refusal = z.object({ error: z.object({ code: z.string() }) })

function meaningOfRefusal(json: unknown) {
  const code = Refusal.safeParse(json).data?.error.code
  const isTransient = code === 'quotaLimitReached' || code === 'resourceLocked'
  return isTransient ? ('unavailable' as const) : undefined
}
