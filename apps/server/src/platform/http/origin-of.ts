import type { FastifyRequest } from 'fastify'
import { badRequest } from '../app-error.ts'
import type { Config } from '../config/config.ts'

/** Where callers reach us, for addresses in replies: as configured, else as the request says. */
export function originOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const origin = URL.parse(publicUrl ?? `${protocol}://${host}`)?.origin
  if (!origin) throw badRequest('The request does not say to which host it goes.')
  return origin
}
