import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy before a server of buckets. Listings are slow, and those of some buckets can be made to fail. */
export type BucketDoor = AsyncDisposable & {
  readonly url: string
  setBroken(bucket: string, isBroken: boolean): void
}

const listingMs = 700

export async function openBucketDoor(bucketUrl: string): Promise<BucketDoor> {
  const brokenBuckets = new Set<string>()
  const pass = async (incomingRequest: IncomingMessage, response: ServerResponse) => {
    const path = incomingRequest.url ?? ''
    const [, bucket = ''] = /^\/([^/?]+)\/?\?(?=.*\bprefix=)/.exec(path) ?? []
    if (bucket !== '') await sleep(listingMs)
    if (brokenBuckets.has(bucket)) return void response.writeHead(503).end()
    const { method, headers } = incomingRequest
    const outgoingRequest = request(new URL(path, bucketUrl), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    outgoingRequest.on('error', () => response.destroy())
    // The client may be killed in the middle of a request.
    response.on('close', () => outgoingRequest.destroy())
    incomingRequest.pipe(outgoingRequest)
  }
  const server = createServer((incomingRequest, response) => void pass(incomingRequest, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    setBroken(bucket, isBroken) {
      if (isBroken) brokenBuckets.add(bucket)
      else brokenBuckets.delete(bucket)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
