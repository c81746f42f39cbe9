import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import type { IdStore, ItemById, NewPlace } from '../ids/id-files.ts'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk, bodyOf } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import {
  exportTypeOf,
  folderType,
  idIn,
  isReadable,
  namesFor,
  segmentOf,
  shortcutType,
} from './drive-names.ts'
import { uploadToGoogle } from './google-upload.ts'

const Item = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().optional(),
  modifiedTime: z.string().optional(),
  md5Checksum: z.string().optional(),
  parents: z.array(z.string()).default([]),
  trashed: z.boolean().default(false),
  shortcutDetails: z.object({ targetId: z.string(), targetMimeType: z.string() }).optional(),
})
type Item = z.output<typeof Item>
const Page = z.object({ files: z.array(Item), nextPageToken: z.string().optional() })

type DriveItem = ItemById & {
  /** Id of the content, which differs from the id of a shortcut to it. */
  readonly contentId: string
  readonly exportType: string | undefined
}

const root = 'https://www.googleapis.com'
const itemFields =
  'id,name,mimeType,size,modifiedTime,md5Checksum,parents,trashed,shortcutDetails(targetId,targetMimeType)'
/** Includes shared drives. */
const allDrives = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }

const queryOf = (params: Query) =>
  new URLSearchParams(
    Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()

const uploadQuery = queryOf({ uploadType: 'resumable', supportsAllDrives: 'true' })

/** Folders and files of Google Drive, through version 3 of its API. */
export class DriveStore implements IdStore<DriveItem> {
  readonly #fetch: typeof globalThis.fetch
  #rootId: string | undefined

  constructor(fetch: typeof globalThis.fetch) {
    this.#fetch = fetch
  }

  /** The root's id is fetched, because its children refer to it by id only. */
  async rootId(signal: AbortSignal): Promise<string> {
    const answer = this.#rootId
      ? undefined
      : await this.#ask('/drive/v3/files/root?fields=id', signal)
    if (answer) this.#rootId = (await readJsonBody(answer, Item.pick({ id: true }))).id
    return this.#rootId ?? 'root'
  }

  async check(signal: AbortSignal): Promise<void> {
    const query = queryOf({ pageSize: '1', fields: 'files(id,name,mimeType)' })
    await readJsonBody(await this.#ask(`/drive/v3/files?${query}`, signal), Page)
  }

  async *children(folderId: string, signal: AbortSignal): AsyncGenerator<readonly DriveItem[]> {
    const isRepeated = repetitions()
    let pageToken: string | undefined
    do {
      const page = await this.#page(
        { q: inFolder(folderId), orderBy: 'name,createdTime', pageSize: '1000', pageToken },
        signal,
      )
      yield page.files
        .filter((item) => isReadable(targetOf(item).type))
        .map((item) =>
          nodeOf(item, folderId, isRepeated(segmentOf({ ...item, type: targetOf(item).type }))),
        )
      pageToken = page.nextPageToken
    } while (pageToken)
  }

  async child(folderId: string, segment: string, signal: AbortSignal) {
    const id = idIn(segment)
    if (id !== undefined) {
      const node = await this.get(id, signal)
      return node?.parentId === folderId ? { ...node, segment } : undefined
    }
    for (const { name, type } of namesFor(segment)) {
      const q = `name = ${quote(name)} and ${inFolder(folderId)}`
      const { files } = await this.#page({ q, orderBy: 'createdTime', pageSize: '100' }, signal)
      const match = files.find(
        (item) =>
          isReadable(targetOf(item).type) &&
          (type === undefined || type === targetOf(item).type) &&
          segmentOf({ ...item, type: targetOf(item).type }) === segment,
      )
      if (match) return nodeOf(match, folderId)
    }
    return undefined
  }

  async get(id: string, signal: AbortSignal): Promise<DriveItem | undefined> {
    const query = queryOf({ fields: itemFields, supportsAllDrives: 'true' })
    try {
      const path = `/drive/v3/files/${encodeURIComponent(id)}?${query}`
      const item = await readJsonBody(await this.#ask(path, signal), Item)
      return item.trashed ? undefined : nodeOf(item, item.parents[0])
    } catch (error) {
      if (error instanceof ServiceFailure && error.code === 'not-found') return undefined
      throw error
    }
  }

  async makeFolder(folderId: string, name: string, signal: AbortSignal): Promise<DriveItem> {
    const query = queryOf({ fields: itemFields, supportsAllDrives: 'true' })
    const folder = { name, mimeType: folderType, parents: [folderId] }
    const answer = await this.#ask(`/drive/v3/files?${query}`, signal, 'POST', folder)
    return nodeOf(await readJsonBody(answer, Item), folderId)
  }

  async read({ contentId, exportType }: DriveItem, signal: AbortSignal) {
    const file = `/drive/v3/files/${encodeURIComponent(contentId)}`
    const query = exportType
      ? `/export?${queryOf({ mimeType: exportType })}`
      : `?${queryOf({ alt: 'media', supportsAllDrives: 'true' })}`
    return bodyOf(await this.#ask(`${file}${query}`, signal))
  }

  async create(
    { folderId, name }: NewPlace,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) {
    const address = `${root}/upload/drive/v3/files?${uploadQuery}`
    const metadata = { name, parents: [folderId] }
    await uploadToGoogle({ fetch: this.#fetch, address, metadata }, bytes, signal)
  }

  async replace(node: DriveItem, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    if (node.exportType) {
      const message = `“${node.segment}” is a Google document and cannot be replaced by a file.`
      throw new ServiceFailure('refused', message)
    }
    const address = `${root}/upload/drive/v3/files/${encodeURIComponent(node.contentId)}?${uploadQuery}`
    const upload = { fetch: this.#fetch, address, method: 'PATCH', metadata: {} } as const
    await uploadToGoogle(upload, bytes, signal)
  }

  async moveTo(node: DriveItem, { folderId, name }: NewPlace, signal: AbortSignal): Promise<void> {
    const isElsewhere = node.parentId !== undefined && node.parentId !== folderId
    const query = queryOf(
      omitUndefined({
        supportsAllDrives: 'true',
        addParents: isElsewhere ? folderId : undefined,
        removeParents: isElsewhere ? node.parentId : undefined,
      }),
    )
    await this.#change(node.id, query, { name }, signal)
  }

  /** Moves the file to the bin. Only its owner may delete it permanently, and people look for it there. */
  async remove({ id }: DriveItem, signal: AbortSignal): Promise<void> {
    await this.#change(id, queryOf({ supportsAllDrives: 'true' }), { trashed: true }, signal)
  }

  async #change(id: string, query: string, to: object, signal: AbortSignal): Promise<void> {
    const path = `/drive/v3/files/${encodeURIComponent(id)}?${query}`
    await (await this.#ask(path, signal, 'PATCH', to)).body?.cancel()
  }

  async #page(params: Query, signal: AbortSignal): Promise<z.output<typeof Page>> {
    const query = queryOf({ ...allDrives, ...params, fields: `nextPageToken,files(${itemFields})` })
    return readJsonBody(await this.#ask(`/drive/v3/files?${query}`, signal), Page)
  }

  async #ask(path: string, signal: AbortSignal, method = 'GET', body?: object): Promise<Response> {
    const answer = await this.#fetch(`${root}${path}`, {
      method,
      signal,
      ...omitUndefined({
        headers: body && { 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      }),
    })
    return assertOk(answer, meaningOfRefusal)
  }
}

type Query = Readonly<Record<string, string | undefined>>

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const inFolder = (id: string) => `${quote(id)} in parents and trashed = false`

/** Returns the target of a shortcut, or the item itself. */
const targetOf = ({ id, mimeType, shortcutDetails: to }: Item) =>
  mimeType === shortcutType && to && to.targetMimeType !== folderType
    ? { id: to.targetId, type: to.targetMimeType, isShortcut: true }
    : { id, type: mimeType, isShortcut: false }

function nodeOf(item: Item, parentId: string | undefined, isRepeated = false): DriveItem {
  const { id, type, isShortcut } = targetOf(item)
  return {
    id: item.id,
    parentId,
    segment: segmentOf({ id: item.id, name: item.name, type }, isRepeated),
    isFolder: type === folderType,
    size: isShortcut || exportTypeOf(type) ? null : (item.size ?? null),
    modifiedAt: item.modifiedTime === undefined ? null : new Date(item.modifiedTime),
    contentType: exportTypeOf(type) ?? (type === folderType ? null : type),
    version: item.md5Checksum ?? item.modifiedTime ?? null,
    contentId: id,
    exportType: exportTypeOf(type),
  }
}

/** Tells for each name whether it came before. Equal names, ignoring case, must follow each other. */
function repetitions(): (segment: string) => boolean {
  let lowerCaseName = ''
  let segments = new Set<string>()
  return (segment) => {
    if (segment.toLowerCase() !== lowerCaseName) {
      lowerCaseName = segment.toLowerCase()
      segments = new Set()
    }
    const isKnown = segments.has(segment)
    segments.add(segment)
    return isKnown
  }
}

const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }),
})

/** Google answers 403 for many failures that are no lack of permissions. */
function meaningOfRefusal(json: unknown) {
  const reason = Refusal.safeParse(json).data?.error.errors[0]?.reason
  if (reason === undefined) return undefined
  if (/^(?:userRateLimitExceeded|rateLimitExceeded|dailyLimitExceeded)$/.test(reason)) {
    return 'rate-limited' as const
  }
  if (reason === 'storageQuotaExceeded') return 'unavailable' as const
  return reason === 'exportSizeLimitExceeded' ? ('refused' as const) : undefined
}
