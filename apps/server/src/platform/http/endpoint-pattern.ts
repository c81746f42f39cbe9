import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** The URL pattern under which an endpoint is served, with `:name` for each parameter. */
export function getEndpointPattern(
  { who: audience, path, product }: Endpoint,
  productId: string,
): string {
  const isInOrganization = audience === 'member' || audience === 'admin'
  const ownPath = path.replace('{product}', productId)
  return isInOrganization ? `/api/v1/${product ?? productId}/:org${ownPath}` : ownPath
}

/** Whether a path matches such a pattern. */
export function matchesPattern(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/').filter(Boolean)
  const pathParts = path.split('/').filter(Boolean)
  const isMatch = (part: string, index: number) => part.startsWith(':') || part === pathParts[index]
  return patternParts.length === pathParts.length && patternParts.every(isMatch)
}

/** Finds the endpoints at a path, whatever their methods, in order of registration. */
export function findEndpointsAtPath(
  { registeredEndpoints }: Pick<FastifyInstance, 'registeredEndpoints'>,
  { productId }: Pick<Config, 'productId'>,
  path: string,
): readonly Endpoint[] {
  return registeredEndpoints.filter((endpoint) =>
    matchesPattern(getEndpointPattern(endpoint, productId), path),
  )
}
