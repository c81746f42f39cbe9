import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { omitUndefined } from '@recto/omit-undefined'
import { freePort, untilItListens } from './own-ports.ts'

/** Where `npm run setup:test` puts it: with all that it needs it is too large for every installation to hold. */
const servers = fileURLToPath(new URL('../../../.test-servers/', import.meta.url))
const program = join(servers, 'node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js')

export const hasAzurite = existsSync(program)

/** The account that every one of these servers has, by its key that everybody knows. */
const account = 'devstoreaccount1'
const key =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

export type AzuriteServer = {
  readonly account: string
  readonly key: string
  /** Takes what is sent to the addresses of the service. */
  readonly fetch: typeof globalThis.fetch
  stop(): Promise<void>
}

/** Starts Microsoft's own emulator of blob storage with an empty container of that name, all in memory. */
export async function startAzurite(container: string): Promise<AzuriteServer> {
  const port = await freePort()
  const args = ['--blobPort', String(port), '--inMemoryPersistence', '--disableTelemetry']
  const server = spawn(process.execPath, [program, ...args, '--skipApiVersionCheck'], {
    stdio: 'ignore',
  })
  await untilItListens(port, server)
  const fetch = fetchFrom(port)
  await makeContainer(fetch, container)
  return {
    account,
    key,
    fetch,
    async stop() {
      const exitPromise = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await exitPromise
    },
  }
}

/** It tells accounts apart by the name of the host, which is none that this machine resolves. */
function fetchFrom(port: number): typeof globalThis.fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const pendingRequest = request({
      host: '127.0.0.1',
      port,
      method,
      path: `${pathname}${search}`,
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        host: `${account}.blob.localhost:${port}`,
        'content-length': body ? Buffer.byteLength(body as Uint8Array) : 0,
      },
      ...omitUndefined({ signal: signal ?? undefined }),
    })
    pendingRequest.once('error', reject)
    pendingRequest.once('response', (answer) => {
      const { statusCode: status = 500 } = answer
      const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
      const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream) : null
      if (!hasBody) answer.resume()
      resolve(new Response(stream, { status, headers: flat(answer.headers) }))
    })
    pendingRequest.end(body)
    return promise
  }
}

const flat = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] as [string, string]),
  )

async function makeContainer(fetch: typeof globalThis.fetch, name: string): Promise<void> {
  const azureHeaders = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-12-02' }
  const headerLines = Object.entries(azureHeaders).map((pair) => pair.join(':'))
  const signed = [
    'PUT',
    ...Array(11).fill(''),
    ...headerLines,
    `/${account}/${name}`,
    'restype:container',
  ]
  const proof = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(signed.join('\n'))
    .digest('base64')
  const answer = await fetch(`https://${account}.blob.core.windows.net/${name}?restype=container`, {
    method: 'PUT',
    headers: { ...azureHeaders, authorization: `SharedKey ${account}:${proof}` },
  })
  if (answer.status !== 201) throw new Error(`There is no container: ${await answer.text()}`)
}
