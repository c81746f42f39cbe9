import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** URLs of fake model servers that never return a usable reply. */
export type HostileServers = {
  /** URL of a server with an oversized reply. */
  readonly large: string
  /** URL of a server with an endless reply. */
  readonly endless: string
  /** URL of a server that redirects to another address. */
  readonly redirecting: string
}

const largeBytes = 3 * 1024 ** 3
const start = '{"id":"1","object":"chat.completion","choices":[{"message":{"content":"'

const answers: readonly (readonly [string, Answer])[] = [
  ['/large', (response) => pipeline(Readable.from(manyBytes()), startReply(response))],
  ['/endless', (response) => pipeline(Readable.from(slowBytes()), startReply(response))],
  [
    '/redirecting',
    async (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  ],
]

/** Starts one server in this process that plays all of them. */
export async function startHostileServers(cleaning: AsyncDisposableStack): Promise<HostileServers> {
  const server = createServer((request, response) => {
    request.resume()
    const answer = answers.find(([path]) => request.url?.startsWith(path))?.[1]
    // The client has closed the connection, as it should.
    answer?.(response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleaning.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { large: `${url}/large`, endless: `${url}/endless`, redirecting: `${url}/redirecting` }
}

type Answer = (response: ServerResponse) => Promise<unknown>

const startReply = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' })

function* manyBytes() {
  yield start
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  for (let bytesSent = 0; bytesSent < largeBytes; bytesSent += chunk.length) yield chunk
}

async function* slowBytes() {
  yield start
  for (;;) {
    await sleep(100)
    yield 'a'
  }
}
