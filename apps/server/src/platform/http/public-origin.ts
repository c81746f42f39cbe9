import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../app-error.ts'
import type { Config } from '../config/config.ts'

type PublicUrlConfig = Pick<Config, 'publicUrl'>

/**
 * The origin for a file that a person takes along: as configured, else as their browser addressed
 * us.
 */
export function getPublicOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: PublicUrlConfig,
): string {
  const origin = URL.parse(publicUrl ?? `${protocol}://${host}`)?.origin
  if (!origin) throw badRequest('The Host header of the request is missing or not valid.')
  return origin
}

/**
 * The origin for links that a program follows with its key: as configured, else the address of its
 * connection. The host header is not used, because anybody can forge it.
 */
export function getLinkOrigin(
  { socket }: Pick<FastifyRequest, 'socket'>,
  { publicUrl }: PublicUrlConfig,
) {
  const { localAddress = '127.0.0.1', localPort } = socket
  const address = localAddress.replace(/^::ffff:/, '')
  // A connection that was closed has no port, and neither has a request that this process sends itself.
  const port = localPort === undefined ? '' : `:${localPort}`
  return new URL(publicUrl ?? `http://${isIPv6(address) ? `[${address}]` : address}${port}`).origin
}
