import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { ServiceReply } from '../canned-service.ts'

export type BoxItem = {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly name: string
  readonly parent: string
  readonly bytes?: Uint8Array
  readonly at: string
  readonly isTrashed?: boolean
}

export const ok = (body: unknown, status = 200): ServiceReply => ({ status, body })
export const refusal = (status: number, code: string, message: string) => ({
  type: 'error',
  status,
  code,
  message,
  request_id: 'r1',
})
export const refuse = (status: number, code: string, message: string): ServiceReply => ({
  status,
  body: refusal(status, code, message),
})
export const missingReply = refuse(404, 'not_found', 'Not Found')
const badName = refuse(400, 'item_name_invalid', 'Item name invalid')

/** Folders and files of one account; a number may stand for one of each. */
export class BoxItems {
  readonly #all = new Map<string, BoxItem>()
  readonly #made = { file: 0, folder: 0 }

  get = (type: string, id: string): BoxItem | undefined =>
    type === 'folder' && id === '0'
      ? { id, type, name: 'All Files', parent: '', at: '' }
      : this.#all.get(`${type} ${id}`)

  put(newItem: Omit<BoxItem, 'id' | 'at'> & { readonly id?: string }): ServiceReply {
    this.#made[newItem.type] += 1
    const item = { id: String(this.#made[newItem.type]), at: new Date().toISOString(), ...newItem }
    if (/[/\\]|^\s|\s$/.test(item.name)) return badName
    this.#all.set(`${item.type} ${item.id}`, item)
    return ok(this.told(item), 201)
  }

  inTheWay(parent: string, name: string, exceptId?: string): ServiceReply | undefined {
    const remoteBox = this.#inside(parent).find(
      (one) => one.name.toLowerCase() === name.toLowerCase(),
    )
    if (!remoteBox || remoteBox.id === exceptId) return undefined
    const { type, id } = remoteBox
    const conflicts = type === 'folder' ? [{ type, id }] : { type, id }
    const body = refusal(409, 'item_name_in_use', 'Item with the same name already exists')
    return { status: 409, body: { ...body, context_info: { conflicts } } }
  }

  trash(item: BoxItem): ServiceReply {
    this.#all.set(`${item.type} ${item.id}`, { ...item, isTrashed: true })
    return { status: 204, body: '' }
  }

  /** Three entries a page, by markers. */
  list(folder: string, marker: string): ServiceReply {
    const from = Number(marker)
    const innerBoxes = this.#inside(folder)
    const entries = innerBoxes.slice(from, from + 3).map((one) => this.told(one))
    const next = from + 3 < innerBoxes.length ? String(from + 3) : null
    return ok({ entries, limit: 3, next_marker: next })
  }

  told = ({ bytes, at: changedAt, parent, isTrashed, ...item }: BoxItem): object => ({
    ...item,
    modified_at: changedAt || null,
    etag: '0',
    parent: parent === '' ? null : { id: parent },
    item_status: isTrashed ? 'trashed' : 'active',
    ...omitUndefined({
      size: bytes?.length,
      sha1: bytes && createHash('sha1').update(bytes).digest('hex'),
    }),
  })

  #inside = (folder: string) =>
    [...this.#all.values()].filter(({ parent, isTrashed }) => parent === folder && !isTrashed)
}
