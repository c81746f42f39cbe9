import { randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'
import { ResumableUploads } from './resumable-uploads.ts'

type Item = {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  readonly parents: readonly string[]
  readonly bytes?: Uint8Array
  readonly at: string
  readonly trashed: boolean
  readonly shortcutDetails?: { readonly targetId: string; readonly targetMimeType: string }
}

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const refusal = (code: number, message: string, reason = 'told') => ({
  error: { code, message, errors: [{ message, domain: 'global', reason }] },
})
const refuse = (status: number, message: string, reason?: string): ServiceReply => ({
  status,
  body: refusal(status, message, reason),
})
const missingReply = (id: string) => refuse(404, `File not found: ${id}.`, 'notFound')

const rootId = '0AroOtOfTheDrive'
/** Largest Google document that can be exported, in bytes. */
const maxExportedBytes = 10_000_000

type DriveAccount = {
  /** Those that are good now. */
  readonly tokens: ReadonlySet<string>
}

export type GoogleDrive = ServiceProtocol & {
  /** Something that cannot be uploaded: a name twice, a document of Google's own, a shortcut. Returns its id. */
  put(item: Partial<Omit<Item, 'id'>>): string
}

const pageSize = 3

const tokenOfNextPage = (from: number, count: number) =>
  from + pageSize < count ? String(from + pageSize) : undefined

/** Folders and files of one drive, as version 3 of the HTTP interface answers them: three entries a page. */
export function googleDriveProtocol({ tokens }: DriveAccount): GoogleDrive {
  const all = new Map<string, Item>()
  let createdCount = 0

  function put(fields: Partial<Item>): Item {
    createdCount += 1
    const item: Item = {
      id: randomUUID(),
      name: 'Untitled',
      mimeType: 'application/octet-stream',
      parents: [rootId],
      trashed: false,
      at: new Date(Date.now() + createdCount).toISOString(),
      ...fields,
    }
    all.set(item.id, item)
    return item
  }

  const describeItem = ({ bytes, at: changedAt, ...item }: Item) => ({
    ...item,
    modifiedTime: changedAt,
    ...omitUndefined({
      size: bytes && String(bytes.length),
      md5Checksum: bytes && `${changedAt}-${bytes.length}`,
    }),
  })

  function list({ q = '', pageToken = '0', orderBy = '' }: ServiceExchange['query']): ServiceReply {
    const queryMatch =
      /^(?:name = '((?:[^'\\]|\\.)*)' and )?'([^']*)' in parents and trashed = false$/.exec(q)
    if (!queryMatch && q !== '') return refuse(400, 'Invalid Value', 'invalid')
    const [, quotedName, parent = rootId] = queryMatch ?? []
    const name = quotedName?.replace(/\\(.)/g, '$1')
    if (parent !== rootId && !all.has(parent)) return missingReply(parent)
    const children = [...all.values()].filter(
      (one) =>
        !one.trashed &&
        one.parents.includes(parent) &&
        // The service does not tell letters apart by their case here.
        (name === undefined || one.name.toLowerCase() === name.toLowerCase()),
    )
    const sorted = orderBy.startsWith('name')
      ? children.toSorted((a, b) => a.name.localeCompare(b.name) || a.at.localeCompare(b.at))
      : children
    const from = Number(pageToken)
    const files = sorted.slice(from, from + pageSize).map(describeItem)
    return ok(omitUndefined({ files, nextPageToken: tokenOfNextPage(from, sorted.length) }))
  }

  function change(item: Item, { query, ...exchange }: ServiceExchange): ServiceReply {
    const { name = item.name, trashed: isTrashed = item.trashed } = jsonOf({
      ...exchange,
      query,
    }) as Item
    const remainingParents = item.parents.filter((id) => id !== query.removeParents)
    const parents =
      query.addParents === undefined ? remainingParents : [...remainingParents, query.addParents]
    return ok(describeItem(put({ ...item, name, trashed: isTrashed, parents })))
  }

  function exported(item: Item, type: string | undefined): ServiceReply {
    if (!item.mimeType.startsWith('application/vnd.google-apps.')) {
      return refuse(403, 'Export only supports Docs Editors files.', 'fileNotExportable')
    }
    const { bytes = Buffer.from('') } = item
    if (bytes.length > maxExportedBytes) {
      return refuse(403, 'This file is too large to be exported.', 'exportSizeLimitExceeded')
    }
    return { status: 200, body: bytes, headers: { 'content-type': type ?? '' } }
  }

  function content({ bytes, mimeType }: Item): ServiceReply {
    if (!bytes || mimeType.startsWith('application/vnd.google-apps.')) {
      return refuse(403, 'Only files with binary content can be downloaded.', 'fileNotDownloadable')
    }
    return { status: 200, body: bytes, headers: { 'content-type': mimeType } }
  }

  function one(id: string, action: string | undefined, exchange: ServiceExchange): ServiceReply {
    if (id === 'root') return ok({ id: rootId })
    const item = all.get(id)
    if (!item) return missingReply(id)
    if (exchange.method === 'PATCH') return change(item, exchange)
    if (action === 'export') return exported(item, exchange.query.mimeType)
    return exchange.query.alt === 'media' ? content(item) : ok(describeItem(item))
  }

  const uploads = new ResumableUploads(({ path }, metadata) => {
    const id = path.split('/')[5]
    const item = id === undefined ? undefined : all.get(id)
    if (id !== undefined && !item) return undefined
    return (bytes) =>
      ok(describeItem(put({ ...item, ...metadata, bytes, at: new Date().toISOString() })))
  })

  return {
    refusal: (status, message) => refusal(status, message),
    put: (item) => put(item).id,
    answer(exchange) {
      const { path, method, headers } = exchange
      const token = String(headers.authorization).replace('Bearer ', '')
      if (!tokens.has(token)) return refuse(401, 'Invalid Credentials', 'authError')
      if (path.startsWith('/upload/')) return uploads.answer(exchange)
      const [, , , , id, action] = path.split('/').map(decodeURIComponent)
      if (id !== undefined) return one(id, action, exchange)
      return method === 'POST'
        ? ok(describeItem(put(jsonOf(exchange) as Partial<Item>)))
        : list(exchange.query)
    },
  }
}
