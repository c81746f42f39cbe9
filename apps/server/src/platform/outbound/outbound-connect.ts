import { connect as connectSocket } from 'node:net'
import type { ProviderNetwork } from '@recto/provider-spec/provider'
import { assertAddressReachable, createCheckedLookup } from './checked-lookup.ts'

const connectTimeoutSeconds = 15

/**
 * Opens outbound TCP connections for protocols other than HTTP. Addresses are checked as in
 * `openOutboundFetch`: at the connection, after the name was resolved. Aborting the signal destroys
 * the connection.
 */
export function openOutboundConnect({
  allowsPrivate,
}: {
  readonly allowsPrivate: boolean
}): ProviderNetwork['connect'] {
  const lookup = createCheckedLookup(allowsPrivate)
  return async ({ host, port, signal }) => {
    const hostname = host.replace(/^\[|\]$/g, '')
    assertAddressReachable(hostname, allowsPrivate)
    signal?.throwIfAborted()
    const socket = connectSocket({ host: hostname, port, lookup, noDelay: true, keepAlive: true })
    const stop = () => socket.destroy(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    socket.once('close', () => signal?.removeEventListener('abort', stop))
    const timeout = setTimeout(
      () =>
        socket.destroy(
          Object.assign(new Error('The server did not respond.'), { code: 'ETIMEDOUT' }),
        ),
      connectTimeoutSeconds * 1000,
    )
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('error', reject)
      })
    } finally {
      clearTimeout(timeout)
    }
    // Errors now belong to the user of the socket; this listener keeps an early one from ending the
    // process.
    socket.on('error', () => undefined)
    return socket
  }
}
