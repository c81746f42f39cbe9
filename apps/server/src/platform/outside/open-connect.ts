import { connect as connectSocket } from 'node:net'
import type { Outside } from '@recto/provider-spec/provider'
import { checkedLookup, refuseAddress } from './checked-lookup.ts'

const secondsToConnect = 15

/**
 * The way out for protocols that are not HTTP. Addresses are judged as for `openFetch`: at the connection
 * itself, after the name was resolved. The connection ends with its signal.
 */
export function openConnect({
  allowsInner,
}: {
  readonly allowsInner: boolean
}): Outside['connect'] {
  const lookup = checkedLookup(allowsInner)
  return async ({ host, port, signal }) => {
    const plain = host.replace(/^\[|\]$/g, '')
    refuseAddress(plain, allowsInner)
    signal?.throwIfAborted()
    const socket = connectSocket({ host: plain, port, lookup, noDelay: true, keepAlive: true })
    const stop = () => socket.destroy(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    socket.once('close', () => signal?.removeEventListener('abort', stop))
    const late = setTimeout(
      () => socket.destroy(Object.assign(new Error('It did not answer.'), { code: 'ETIMEDOUT' })),
      secondsToConnect * 1000,
    )
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('error', reject)
      })
    } finally {
      clearTimeout(late)
    }
    // Errors from here on are for whoever uses it; one that comes before somebody listens ends no process.
    socket.on('error', () => undefined)
    return socket
  }
}
