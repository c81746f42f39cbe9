import { randomUUID } from 'node:crypto'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'

type DropboxArguments = Readonly<Record<string, unknown>>
type StoredFile = { readonly name: string; readonly bytes?: Uint8Array; readonly at: string }

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const refuse = (summary: string): ServiceReply => ({
  status: 409,
  body: { error_summary: `${summary}/..`, error: { '.tag': summary } },
})
const keyOf = (path: unknown) => String(path).toLowerCase()
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** Folders and files of one account, as version 2 of the HTTP interface answers them: three entries a page. */
export function dropboxProtocol({ token }: { readonly token: string }): ServiceProtocol {
  const all = new Map<string, StoredFile>()
  const sessions = new Map<string, Uint8Array[]>()

  function told(key: string, { name, bytes, at: changedAt }: StoredFile): object {
    // The service promises the writing of the last segment alone.
    const metadata = {
      name,
      path_lower: key,
      path_display: `${parentOf(key)}/${name}`,
      id: `id:${key}`,
    }
    if (!bytes) return { '.tag': 'folder', ...metadata }
    const rev = `r${Date.parse(changedAt)}${bytes.length}`
    return { '.tag': 'file', ...metadata, size: bytes.length, server_modified: changedAt, rev }
  }

  function put(path: unknown, bytes: Uint8Array): ServiceReply {
    const segments = String(path).split('/').slice(1)
    const now = new Date().toISOString().replace(/\.\d+/, '')
    for (const [n, name] of segments.entries()) {
      const key = keyOf(`/${segments.slice(0, n + 1).join('/')}`)
      const isLast = n === segments.length - 1
      if (isLast) all.set(key, { name, bytes, at: now })
      else if (!all.has(key)) all.set(key, { name, at: now })
    }
    return ok({ name: segments.at(-1) })
  }

  function page(folder: string, from: number): ServiceReply {
    const children = [...all].filter(([key]) => parentOf(key) === folder)
    const cursor = JSON.stringify([folder, from + 3])
    const entries = children.slice(from, from + 3).map(([key, one]) => told(key, one))
    return ok({ entries, cursor, has_more: from + 3 < children.length })
  }

  const actions: Readonly<
    Record<string, (args: DropboxArguments, bytes: Uint8Array) => ServiceReply>
  > = {
    list_folder({ path }) {
      const storedFile = all.get(keyOf(path))
      if (path !== '' && !storedFile) return refuse('path/not_found')
      return storedFile?.bytes ? refuse('path/not_folder') : page(keyOf(path), 0)
    },
    'list_folder/continue': ({ cursor }) =>
      page(...(JSON.parse(String(cursor)) as [string, number])),
    get_metadata({ path }) {
      const storedFile = all.get(keyOf(path))
      return storedFile ? ok(told(keyOf(path), storedFile)) : refuse('path/not_found')
    },
    download({ path }) {
      const storedFile = all.get(keyOf(path))
      if (!storedFile?.bytes) return refuse(storedFile ? 'path/not_file' : 'path/not_found')
      const result = JSON.stringify(told(keyOf(path), storedFile)).replace(
        /[\u007f-\uffff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      const headers = { 'content-type': 'application/octet-stream', 'dropbox-api-result': result }
      return { status: 200, body: storedFile.bytes, headers }
    },
    upload: ({ path, mode }, bytes) =>
      mode === 'overwrite' || !all.has(keyOf(path)) ? put(path, bytes) : refuse('path/conflict'),
    'upload_session/start'(_, bytes) {
      const id = randomUUID()
      sessions.set(id, [bytes])
      return ok({ session_id: id })
    },
    'upload_session/append_v2': ({ cursor }, bytes) =>
      add(cursor as DropboxArguments, bytes) ?? ok(null),
    'upload_session/finish'({ cursor, commit }, bytes) {
      const refusedReply = add(cursor as DropboxArguments, bytes)
      const { session_id: id } = cursor as DropboxArguments
      return (
        refusedReply ??
        put((commit as DropboxArguments).path, Buffer.concat(sessions.get(String(id)) ?? []))
      )
    },
    move_v2({ from_path: from, to_path: to }) {
      const sourceFile = all.get(keyOf(from))
      if (!sourceFile?.bytes) return refuse('from_lookup/not_found')
      if (all.has(keyOf(to))) return refuse('to/conflict/file')
      all.delete(keyOf(from))
      return put(to, sourceFile.bytes)
    },
    delete_v2: ({ path }) => (all.delete(keyOf(path)) ? ok({}) : refuse('path_lookup/not_found')),
  }

  function add(
    { session_id: id, offset }: DropboxArguments,
    bytes: Uint8Array,
  ): ServiceReply | undefined {
    const parts = sessions.get(String(id))
    const heldBytes = (parts ?? []).reduce((sum, part) => sum + part.length, 0)
    if (!parts || heldBytes !== offset) return refuse('lookup_failed/incorrect_offset')
    parts.push(bytes)
    return undefined
  }

  const argsOf = (exchange: ServiceExchange): DropboxArguments => {
    const argsHeader = exchange.headers['dropbox-api-arg']
    return argsHeader === undefined
      ? jsonOf(exchange)
      : (JSON.parse(String(argsHeader)) as DropboxArguments)
  }
  return {
    refusal: (_, message) => ({ error_summary: message, error: { '.tag': 'other' } }),
    answer(exchange) {
      if (exchange.headers.authorization !== `Bearer ${token}`) {
        const error = { '.tag': 'invalid_access_token' }
        return { status: 401, body: { error_summary: 'invalid_access_token/..', error } }
      }
      const action = actions[exchange.path.replace('/2/files/', '')]
      if (!action) return { status: 400, body: 'Unknown API function' }
      return action(argsOf(exchange), exchange.bytes)
    },
  }
}
