import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where a model would be that never says anything of use. */
export type HostileServers = {
  /** Of a reply of so many bytes. */
  readonly large: string
  /** Of a reply that goes on for ever. */
  readonly endless: string
  /** Of one that leads elsewhere. */
  readonly redirecting: string
}

const largeBytes = 3 * 1024 ** 3
const start = '{"id":"1","object":"chat.completion","choices":[{"message":{"content":"'

/** One server for all of them, in this process. */
export async function startHostileServers(cleaning: AsyncDisposableStack): Promise<HostileServers> {
  const server = createServer((request, response) => {
    request.resume()
    const answer = answers.find(([path]) => request.url?.startsWith(path))?.[1]
    // Whoever asked has gone, which is what is wanted of them.
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

const answers: readonly (readonly [string, Answer])[] = [
  ['/large', (response) => pipeline(Readable.from(manyBytes()), begun(response))],
  ['/endless', (response) => pipeline(Readable.from(everSoSlowly()), begun(response))],
  [
    '/redirecting',
    async (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  ],
]

const begun = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' })

function* manyBytes() {
  yield start
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  for (let sent = 0; sent < largeBytes; sent += chunk.length) yield chunk
}

async function* everSoSlowly() {
  yield start
  for (;;) {
    await sleep(100)
    yield 'a'
  }
}
