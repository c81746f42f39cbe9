import { randomUUID } from 'node:crypto'
import {
  jsonOf,
  type ServiceExchange,
  type ServiceProtocol,
  type ServiceReply,
} from '../canned-service.ts'

type Given = Readonly<Record<string, unknown>>
type Stored = { readonly name: string; readonly bytes?: Uint8Array; readonly at: string }

const ok = (body: unknown): ServiceReply => ({ status: 200, body })
const refuse = (summary: string): ServiceReply => ({
  status: 409,
  body: { error_summary: `${summary}/..`, error: { '.tag': summary } },
})
const keyOf = (path: unknown) => String(path).toLowerCase()
const above = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** Folders and files of one account, as version 2 of the HTTP interface answers them: three entries a page. */
export function dropboxProtocol({ token }: { readonly token: string }): ServiceProtocol {
  const all = new Map<string, Stored>()
  const sessions = new Map<string, Uint8Array[]>()

  function told(key: string, { name, bytes, at }: Stored): object {
    // The service promises the writing of the last segment alone.
    const known = { name, path_lower: key, path_display: `${above(key)}/${name}`, id: `id:${key}` }
    if (!bytes) return { '.tag': 'folder', ...known }
    const rev = `r${Date.parse(at)}${bytes.length}`
    return { '.tag': 'file', ...known, size: bytes.length, server_modified: at, rev }
  }

  function put(path: unknown, bytes: Uint8Array): ServiceReply {
    const segments = String(path).split('/').slice(1)
    const at = new Date().toISOString().replace(/\.\d+/, '')
    for (const [n, name] of segments.entries()) {
      const key = keyOf(`/${segments.slice(0, n + 1).join('/')}`)
      const isLast = n === segments.length - 1
      if (isLast) all.set(key, { name, bytes, at })
      else if (!all.has(key)) all.set(key, { name, at })
    }
    return ok({ name: segments.at(-1) })
  }

  function page(folder: string, from: number): ServiceReply {
    const inside = [...all].filter(([key]) => above(key) === folder)
    const cursor = JSON.stringify([folder, from + 3])
    const entries = inside.slice(from, from + 3).map(([key, one]) => told(key, one))
    return ok({ entries, cursor, has_more: from + 3 < inside.length })
  }

  const actions: Readonly<Record<string, (given: Given, bytes: Uint8Array) => ServiceReply>> = {
    list_folder({ path }) {
      const found = all.get(keyOf(path))
      if (path !== '' && !found) return refuse('path/not_found')
      return found?.bytes ? refuse('path/not_folder') : page(keyOf(path), 0)
    },
    'list_folder/continue': ({ cursor }) =>
      page(...(JSON.parse(String(cursor)) as [string, number])),
    get_metadata({ path }) {
      const found = all.get(keyOf(path))
      return found ? ok(told(keyOf(path), found)) : refuse('path/not_found')
    },
    download({ path }) {
      const found = all.get(keyOf(path))
      if (!found?.bytes) return refuse(found ? 'path/not_file' : 'path/not_found')
      const result = JSON.stringify(told(keyOf(path), found)).replace(
        /[\u007f-\uffff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      const headers = { 'content-type': 'application/octet-stream', 'dropbox-api-result': result }
      return { status: 200, body: found.bytes, headers }
    },
    upload: ({ path, mode }, bytes) =>
      mode === 'overwrite' || !all.has(keyOf(path)) ? put(path, bytes) : refuse('path/conflict'),
    'upload_session/start'(_, bytes) {
      const id = randomUUID()
      sessions.set(id, [bytes])
      return ok({ session_id: id })
    },
    'upload_session/append_v2': ({ cursor }, bytes) => add(cursor as Given, bytes) ?? ok(null),
    'upload_session/finish'({ cursor, commit }, bytes) {
      const refused = add(cursor as Given, bytes)
      const { session_id: id } = cursor as Given
      return refused ?? put((commit as Given).path, Buffer.concat(sessions.get(String(id)) ?? []))
    },
    move_v2({ from_path: from, to_path: to }) {
      const found = all.get(keyOf(from))
      if (!found?.bytes) return refuse('from_lookup/not_found')
      if (all.has(keyOf(to))) return refuse('to/conflict/file')
      all.delete(keyOf(from))
      return put(to, found.bytes)
    },
    delete_v2: ({ path }) => (all.delete(keyOf(path)) ? ok({}) : refuse('path_lookup/not_found')),
  }

  function add({ session_id: id, offset }: Given, bytes: Uint8Array): ServiceReply | undefined {
    const parts = sessions.get(String(id))
    const held = (parts ?? []).reduce((sum, part) => sum + part.length, 0)
    if (!parts || held !== offset) return refuse('lookup_failed/incorrect_offset')
    parts.push(bytes)
    return undefined
  }

  const given = (exchange: ServiceExchange): Given => {
    const named = exchange.headers['dropbox-api-arg']
    return named === undefined ? jsonOf(exchange) : (JSON.parse(String(named)) as Given)
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
      return action(given(exchange), exchange.bytes)
    },
  }
}
