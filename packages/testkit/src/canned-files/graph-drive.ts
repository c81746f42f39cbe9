import { randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { ServiceReply } from '../canned-service.ts'

export type GraphItem = {
  readonly id: string
  readonly name: string
  readonly parent: string | undefined
  readonly bytes?: Uint8Array
  readonly at: string
}

export const ok = (body: unknown, status = 200): ServiceReply => ({ status, body })
export const refusal = (code: string, message: string) => ({ error: { code, message } })
export const refuse = (status: number, code: string, message: string): ServiceReply => ({
  status,
  body: refusal(code, message),
})
export const missingReply = refuse(404, 'itemNotFound', 'The resource could not be found.')
const takenReply = refuse(409, 'nameAlreadyExists', 'An item with this name already exists.')
const badName = refuse(400, 'invalidRequest', 'The provided name cannot contain these characters.')
const graph = 'https://graph.microsoft.com'
/** Signatures of presigned URLs. */
export const contentHost = 'https://acme.sharepoint.test'

/** The items of one drive, whose names differ by more than the case of their letters. */
export class GraphDrive {
  readonly root: GraphItem = {
    id: 'root-id',
    name: 'root',
    parent: undefined,
    at: new Date().toISOString(),
  }
  readonly #all = new Map<string, GraphItem>([[this.root.id, this.root]])

  get = (id: string): GraphItem | undefined => this.#all.get(id)

  below(from: GraphItem, path: string): GraphItem | undefined {
    let item: GraphItem | undefined = from
    for (const name of path.split('/').filter(Boolean)) {
      item = item && this.#child(item.id, decodeURIComponent(name))
    }
    return item
  }

  refusedName = (name: string): ServiceReply | undefined =>
    /["*:<>?\\|]|^\s|\s$/.test(name) ? badName : undefined

  put(parent: string, name: string, bytes?: Uint8Array): ServiceReply {
    const item: GraphItem = {
      id: this.#child(parent, name)?.id ?? randomUUID(),
      name,
      parent,
      at: new Date().toISOString(),
      ...omitUndefined({ bytes }),
    }
    return this.refusedName(name) ?? this.#keep(item, 201)
  }

  makeFolder(parent: GraphItem | undefined, name: string, mayReplace: boolean): ServiceReply {
    if (!parent) return missingReply
    return this.#child(parent.id, name) && !mayReplace ? takenReply : this.put(parent.id, name)
  }

  move(item: GraphItem, parent: string, name: string): ServiceReply {
    const existingItem = this.#child(parent, name)
    return existingItem && existingItem.id !== item.id
      ? takenReply
      : this.#keep({ ...item, name, parent })
  }

  remove(item: GraphItem): ServiceReply {
    this.#all.delete(item.id)
    return { status: 204, body: '' }
  }

  /** Three entries a page. */
  list(folder: GraphItem | undefined, path: string, from: number): ServiceReply {
    if (!folder || folder.bytes) return missingReply
    const children = this.#children(folder.id)
    const next = { '@odata.nextLink': `${graph}${path}?$skiptoken=${from + 3}` }
    const value = children.slice(from, from + 3).map((one) => this.told(one))
    return ok({ value, ...(from + 3 < children.length && next) })
  }

  told({ bytes, at: changedAt, parent, ...item }: GraphItem): object {
    const metadata = {
      ...item,
      lastModifiedDateTime: changedAt,
      cTag: `c:${changedAt}`,
      parentReference: { id: parent },
    }
    if (!bytes) return { ...metadata, folder: { childCount: this.#children(item.id).length } }
    return {
      ...metadata,
      size: bytes.length,
      file: { mimeType: 'application/octet-stream' },
      '@microsoft.graph.downloadUrl': `${contentHost}/download?tempauth=${item.id}`,
    }
  }

  #keep(item: GraphItem, status = 200): ServiceReply {
    this.#all.set(item.id, item)
    return ok(this.told(item), status)
  }

  #children = (id: string) => [...this.#all.values()].filter(({ parent }) => parent === id)
  #child = (id: string, name: string) =>
    this.#children(id).find((one) => one.name.toLowerCase() === name.toLowerCase())
}
