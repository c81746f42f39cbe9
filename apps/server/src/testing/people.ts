import type { Role } from '@recto/contract/policy/policy'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { omitUndefined } from '@recto/omit-undefined'

/** What a test reads of an response. Its body is whatever came, looked into as the test expects it. */
export type TestReply = {
  readonly status: number
  /** JSON parsed with all digits, text as it is, anything else as a Buffer; undefined when there was none. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly headers: Headers
}

export type TestFile = {
  readonly name: string
  readonly content: Uint8Array | string
  /** `file` unless stated. */
  readonly field?: string
  readonly type?: string
}

type UploadParts = {
  readonly files?: readonly TestFile[]
  readonly fields?: { readonly [name: string]: string | readonly string[] }
}

type CallOptions = {
  /** Added to the person's own; `undefined` takes one away. */
  readonly headers?: { readonly [name: string]: string | undefined } | undefined
  /** Hangs up. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Someone with a browser. Paths that do not start with `/` are below the base of their organization.
 * Writes carry the CSRF token.
 */
export type Person = {
  readonly username: string
  /** For tests that connect to the server by other means. */
  cookies(): Promise<Cookies>
  get(path: string, options?: CallOptions): Promise<TestReply>
  options(path: string, options?: CallOptions): Promise<TestReply>
  post(path: string, body?: unknown, options?: CallOptions): Promise<TestReply>
  put(path: string, body?: unknown, options?: CallOptions): Promise<TestReply>
  patch(path: string, body?: unknown, options?: CallOptions): Promise<TestReply>
  delete(path: string, body?: unknown, options?: CallOptions): Promise<TestReply>
  /** A POST with files. */
  upload(path: string, parts: UploadParts, options?: CallOptions): Promise<TestReply>
}

/** The cookies of one browser. */
export type Cookies = { sessionid?: string; csrftoken?: string }

/** The default people of each role. */
export const usualNames: Record<Role, string> = {
  admin: 'ada',
  user: 'uma',
  reviewer: 'rita',
  supervisor: 'sven',
}

type PersonOptions = {
  readonly origin: string
  /** Base of organization-scoped paths, ending in a slash. */
  readonly base: string
  readonly username: string
  /** Awaited before the first call. */
  readonly cookies: () => Promise<Cookies>
}

export function personOf({ origin, base, username, cookies }: PersonOptions): Person {
  async function ask(
    method: string,
    path: string,
    { body, headers, type, signal }: { body?: RequestInit['body']; type?: string } & CallOptions,
  ): Promise<TestReply> {
    const { sessionid, csrftoken } = await cookies()
    const jar = [sessionid && `sessionid=${sessionid}`, csrftoken && `csrftoken=${csrftoken}`]
    const all = {
      cookie: jar.filter(Boolean).join('; ') || undefined,
      'x-csrftoken': method === 'GET' ? undefined : csrftoken,
      'content-type': type,
      ...headers,
    }
    const cookiePairs = Object.entries(all).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    const url = new URL(path.startsWith('/') ? path : `${base}${path}`, origin)
    const response = await globalThis.fetch(url, {
      method,
      headers: cookiePairs,
      redirect: 'manual',
      ...omitUndefined({ body, signal }),
    })
    return { status: response.status, headers: response.headers, body: await bodyOf(response) }
  }

  const sendWith =
    (method: string) =>
    (path: string, body?: unknown, { headers }: CallOptions = {}) => {
      if (body === undefined) return ask(method, path, { headers })
      if (body instanceof URLSearchParams) return ask(method, path, { body, headers })
      return ask(method, path, { body: JSON.stringify(body), type: 'application/json', headers })
    }

  return {
    username,
    cookies,
    get: (path, { headers } = {}) => ask('GET', path, { headers }),
    options: (path, { headers } = {}) => ask('OPTIONS', path, { headers }),
    post: sendWith('POST'),
    put: sendWith('PUT'),
    patch: sendWith('PATCH'),
    delete: sendWith('DELETE'),
    upload: (path, parts, options = {}) => ask('POST', path, { body: formOf(parts), ...options }),
  }
}

function formOf({ files = [], fields = {} }: UploadParts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one)
  }
  for (const { name, content, field = 'file', type = 'application/octet-stream' } of files) {
    form.append(field, new Blob([Buffer.from(content)], { type }), name)
  }
  return form
}

async function bodyOf(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return parseExactJson(bytes.toString())
  return type.startsWith('text/') ? bytes.toString() : bytes
}
