import type { FileEntry } from '@recto/provider-spec/file-connector'
import { z } from 'zod'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { encodedPath, joined, notThere, segmentsOf } from '../paths.ts'
import { readJson } from '../read-json.ts'
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

type World = {
  /** Proves each call by a token. */
  readonly ask: typeof globalThis.fetch
  /** For signed URLs, which are called without a token. */
  readonly fetch: typeof globalThis.fetch
}

/** Folders and files of a drive in SharePoint or OneDrive, by version 1.0 of Microsoft Graph. */
export class GraphFiles implements Files {
  readonly #place: DrivePlace
  readonly #world: World
  #drive: string | undefined

  constructor(place: DrivePlace, world: World) {
    this.#place = place
    this.#world = world
  }

  async check(signal: AbortSignal): Promise<void> {
    const answer = await this.#ask(`${await this.#driveOf(signal)}/root?$select=id,name`, signal)
    await readJson(answer, WithId)
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const own = joined(...segmentsOf(folder))
    const first = `${await this.#itemAt(own, signal, 'children')}?$top=500&$select=${itemFields}`
    let address: string | undefined = first
    while (address !== undefined) {
      const page: z.output<typeof Page> = await readJson(await this.#ask(address, signal), Page)
      yield page.value.map((item) => entryOf(joined(own, item.name), item))
      address = within(page['@odata.nextLink'])
    }
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const place = joined(...segmentsOf(path))
    if (place === '') return folderEntry('')
    const item = await this.#item(place, signal)
    return item && entryOf(place, item)
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const place = joined(...segmentsOf(path))
    const item = place === '' ? undefined : await this.#item(place, signal)
    const address = item?.['@microsoft.graph.downloadUrl']
    if (!item?.file) throw notThere(path)
    if (address === undefined) {
      throw new ServiceFailure('reply-unreadable', 'It does not say where the file is read.')
    }
    const answer = await assertOk(await this.#world.fetch(address, { signal: reading }))
    return { entry: entryOf(place, item), bytes: bodyOf(answer) }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const segments = segmentsOf(path)
    const name = segments.at(-1)
    if (name === undefined) throw new ServiceFailure('refused', 'The root is a folder.')
    const folderId = await this.#madeFolder(segments.slice(0, -1), signal)
    const drive = await this.#driveOf(signal)
    const address = `${graph}${drive}/items/${folderId}:/${encodeURIComponent(name)}:`
    await uploadToGraph({ ...this.#world, address }, bytes, signal)
  }

  async move(from: string, to: string, signal: AbortSignal): Promise<void> {
    const source = segmentsOf(from)
    const target = segmentsOf(to)
    const item = await this.#item(joined(...source), signal)
    if (!item?.file) throw notThere(from)
    if (joined(...source) === joined(...target)) return
    // It replaces nothing by itself.
    await this.remove(to, signal)
    const id = await this.#madeFolder(target.slice(0, -1), signal)
    const path = `${await this.#driveOf(signal)}/items/${encodeURIComponent(item.id)}`
    await this.#send('PATCH', path, { parentReference: { id }, name: target.at(-1) }, signal)
  }

  /** Into the recycle bin. */
  async remove(path: string, signal: AbortSignal): Promise<void> {
    const place = joined(...segmentsOf(path))
    if (place === '') throw new ServiceFailure('refused', 'The root is not deleted.')
    const answer = await this.#ask(await this.#itemAt(place, signal), signal, {
      method: 'DELETE',
    }).catch(unlessMissing)
    await answer?.body?.cancel()
  }

  /** The id of a folder, which is made with those above it where it is not there. */
  async #madeFolder(segments: readonly string[], signal: AbortSignal): Promise<string> {
    const place = joined(...segments)
    const known = await this.#ask(await this.#itemAt(place, signal), signal).catch(unlessMissing)
    if (known) return (await readJson(known, WithId)).id
    const above = await this.#madeFolder(segments.slice(0, -1), signal)
    const path = `${await this.#driveOf(signal)}/items/${encodeURIComponent(above)}/children`
    const folder = { name: segments.at(-1), folder: {} }
    const rule = { '@microsoft.graph.conflictBehavior': 'fail' }
    try {
      return (
        await readJson(await this.#send('POST', path, { ...folder, ...rule }, signal), WithId)
      ).id
    } catch (error) {
      // Somebody else has made it meanwhile.
      if (!(error instanceof ServiceFailure) || error.status !== 409) throw error
      const item = await this.#item(place, signal)
      if (item === undefined) throw error
      return item.id
    }
  }

  async #item(place: string, signal: AbortSignal): Promise<Item | undefined> {
    const answer = await this.#ask(await this.#itemAt(place, signal), signal).catch(unlessMissing)
    return answer && readJson(answer, Item)
  }

  async #itemAt(place: string, signal: AbortSignal, what = ''): Promise<string> {
    const drive = await this.#driveOf(signal)
    if (place === '') return joined(`${drive}/root`, what)
    return what === ''
      ? `${drive}/root:/${encodedPath(place)}`
      : `${drive}/root:/${encodedPath(place)}:/${what}`
  }

  /** The drive that is named, the one of the site, of the person, or of whoever signed in. */
  async #driveOf(signal: AbortSignal): Promise<string> {
    this.#drive ??= `/v1.0/drives/${encodeURIComponent(await this.#driveId(signal))}`
    return this.#drive
  }

  async #driveId(signal: AbortSignal): Promise<string> {
    const { siteUrl, driveId, userEmail } = this.#place
    if (driveId !== undefined) return driveId
    const idAt = async (path: string) =>
      (await readJson(await this.#ask(`/v1.0${path}`, signal), WithId)).id
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
    return assertOk(await this.#world.ask(`${graph}${path}`, { ...init, signal }), meaningOfRefusal)
  }
}

/** The path of the next page. The token goes nowhere else than to the service. */
function within(next: string | undefined): string | undefined {
  if (next === undefined) return undefined
  const url = URL.parse(next)
  if (url?.origin !== graph) {
    throw new ServiceFailure('reply-unreadable', 'Its next page is at another address.')
  }
  return `${url.pathname}${url.search}`
}

function entryOf(path: string, { size, lastModifiedDateTime: at, cTag, file }: Item): FileEntry {
  const modifiedAt = at === undefined ? null : new Date(at)
  if (!file) return folderEntry(path, modifiedAt)
  const known = { size: size ?? null, version: cTag ?? null, contentType: file.mimeType ?? null }
  return fileEntry(path, { ...known, modifiedAt })
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof ServiceFailure && error.code === 'not-found') return undefined
  throw error
}

const Refusal = z.object({ error: z.object({ code: z.string() }) })

function meaningOfRefusal(json: unknown) {
  const code = Refusal.safeParse(json).data?.error.code
  const isPassing = code === 'quotaLimitReached' || code === 'resourceLocked'
  return isPassing ? ('unavailable' as const) : undefined
}
