import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/**
 * Returns the hooks that add the header `Deprecation` (RFC 9745) to all replies of a deprecated endpoint, and `Link` with
 * the address to use instead (RFC 5829). While no organization is chosen there is no `Link`, because the address has one.
 */
export function deprecationHooks(
  { deprecation }: Endpoint,
  { productId }: Pick<Config, 'productId'>,
) {
  if (!deprecation) return []
  const hook = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('deprecation', `@${Date.parse(deprecation.since) / 1000}`)
    const slug = request.session?.actor?.organization.slug
    if (slug === undefined) return
    const params = request.params as Readonly<Record<string, string>>
    const path = deprecation.successor.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const address = `/api/v1/${productId}/${encodeURIComponent(slug)}${path}`
    reply.header('link', `<${address}>; rel="successor-version"`)
  }
  return [hook]
}
