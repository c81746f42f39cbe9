import type { Endpoint } from '@recto/contract/endpoint'

/** Where an endpoint is served, with `:name` for each parameter. */
export function addressOf({ who, path, product }: Endpoint, productId: string): string {
  const isOfOrganization = who === 'member' || who === 'admin'
  const named = path.replace('{product}', productId)
  return isOfOrganization ? `/api/v1/${product ?? productId}/:org${named}` : named
}

/** Whether a path is one of those that an address stands for. */
export function isAddressOf(address: string, path: string): boolean {
  const expected = address.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  const isSame = (part: string, index: number) => part.startsWith(':') || part === given[index]
  return expected.length === given.length && expected.every(isSame)
}
