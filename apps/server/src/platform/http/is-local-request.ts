import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts'
import { isPeerTrusted } from './peer-user.ts'

/** Headers that proxies add, and that callers on this machine have no reason to send. */
const proxyHeaders = [
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip)$/,
  /^x-(?:real|client|cluster-client)-ip$/,
  /^(?:cf|fastly|proxy)-/,
  /^x-(?:forwarded|original|envoy|amzn|azure|arr)(?:-|$)/,
]

/** A connection keeps its peer. */
const trustedPeers = new WeakMap<Socket, Promise<boolean>>()

/**
 * Whether a request was made on this machine, by the user who runs the product or by root.
 *
 * A proxy on this machine connects from a loopback address as well. It may add no header, and may
 * send its own name for the host. So all of these must hold:
 * - the host names this machine; a page whose name was made to resolve to 127.0.0.1 sends that name
 * - no header is one that proxies add, and the protocol is not HTTP/1.0, which nginx uses by default
 * - if a browser says which page asks, that page is one of this machine
 * - the connection was opened by a process of our user or of root, where the system tells
 */
export async function isLocalRequest(request: IncomingMessage): Promise<boolean> {
  const { headers, httpVersion, socket } = request
  if (!isLoopbackAddress(socket.remoteAddress ?? '') || httpVersion === '1.0') return false
  if (Object.keys(headers).some(isProxyHeader)) return false
  if (!isLoopbackHost(headers.host ?? '') || !isLocalPage(headers)) return false
  const isTrusted = trustedPeers.get(socket) ?? isPeerTrusted(socket)
  trustedPeers.set(socket, isTrusted)
  return isTrusted
}

const isProxyHeader = (name: string) => proxyHeaders.some((pattern) => pattern.test(name))

/** Programs send none of these headers. */
function isLocalPage({ origin, referer, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site === 'cross-site') return false
  return [origin, referer].every(
    (address) => address === undefined || isLoopbackHost(URL.parse(address)?.host ?? ''),
  )
}
