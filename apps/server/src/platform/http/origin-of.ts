import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../app-error.ts'
import type { Config } from '../config/config.ts'

type Settings = Pick<Config, 'publicUrl'>

/** Where a person reaches us, for a file that they take along: as configured, else as their browser says. */
export function originOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Settings,
): string {
  const origin = URL.parse(publicUrl ?? `${protocol}://${host}`)?.origin
  if (!origin) throw badRequest('The request does not say to which host it goes.')
  return origin
}

/**
 * The same for links that a program follows, with its key: as configured, else where its connection
 * arrived. What the request says of its host is anybody's word.
 */
export function linkOriginOf({ socket }: Pick<FastifyRequest, 'socket'>, { publicUrl }: Settings) {
  const { localAddress = '127.0.0.1', localPort } = socket
  const address = localAddress.replace(/^::ffff:/, '')
  return new URL(publicUrl ?? `http://${isIPv6(address) ? `[${address}]` : address}:${localPort}`)
    .origin
}
