import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Calls `cut` before a request that changes something is forwarded, or after it was answered. */
export type Cut = {
  /** The number of the request, from 1. Requests for the lease of an apply are not counted. */
  readonly place: number
  readonly moment: 'before' | 'after'
  /** The reply is held back until it resolves. */
  readonly cut: () => Promise<void>
}

/** Starts a proxy that forwards everything to the server, and cuts one request. */
export async function startCuttingProxy(origin: string, { place, moment, cut }: Cut) {
  const target = new URL(origin)
  const leaseRefusal = Promise.withResolvers<void>()
  let count = 0
  const proxy = createServer((call, response) => {
    const isLease = call.url?.includes('/apply-lease/') ?? false
    const isCounted = call.method !== 'GET' && !isLease
    if (isCounted) count += 1
    const isCut = isCounted && count === place
    const forward = () => {
      const { method, url, headers } = call
      const { hostname, port } = target
      const forwardedCall = send({ hostname, port, method, path: url, headers }, async (reply) => {
        if (isCut && moment === 'after') await cut()
        response.once('finish', () => {
          if (isLease && reply.statusCode === 409) leaseRefusal.resolve()
        })
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      forwardedCall.on('error', () => response.destroy())
      call.pipe(forwardedCall)
    }
    if (isCut && moment === 'before') void cut().then(forward)
    else forward()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    countRequests: () => count,
    /** Resolves when a request for the lease was refused. */
    leaseRefusal: leaseRefusal.promise,
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
