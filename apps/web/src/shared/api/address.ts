import type { Endpoint } from '@recto/contract/wire/endpoint'

export type AddressParts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

type Call = Pick<Endpoint, 'method' | 'path' | 'who' | 'product'>

/** Returns another address for a member's request; `undefined` to use the usual one. */
type AddressOverride = (endpoint: Call, ask: AddressParts) => string | undefined

let organization: string | undefined
let addressOverride: AddressOverride | undefined

/**
 * Redirects the member requests of a page without a session, until it is called with `undefined`.
 */
export function overrideAddresses(next: AddressOverride | undefined): void {
  addressOverride = next
}

/**
 * Sets the organization whose endpoints this page uses. There is one per page load; switching
 * reloads the page.
 */
export function setApiOrganization(organizationId: string | undefined): void {
  organization = organizationId
}

/**
 * Returns the path segment that the server has written into the page, so that one build serves
 * every installation.
 */
export function platform(): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="recto-product"]')
  return tag?.content || 'recto'
}

/** Returns the full address of a request, with its parameters and query. */
export function addressOf(endpoint: Call, input: AddressParts): string {
  const { path, who: audience } = endpoint
  const overriddenUrl = audience === 'member' ? addressOverride?.(endpoint, input) : undefined
  if (overriddenUrl !== undefined) return overriddenUrl
  const filledPath = path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return `${baseOf(endpoint)}${filledPath}${query.size ? `?${query}` : ''}`
}

function baseOf({ who: audience, path, product }: Call): string {
  if (audience !== 'member' && audience !== 'admin') return ''
  if (!organization) throw new Error(`${path} was requested before an organization was set.`)
  return `/api/v1/${product ?? platform()}/${encodeURIComponent(organization)}`
}
