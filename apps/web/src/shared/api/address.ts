import type { Endpoint } from '@recto/contract/wire/endpoint'

export type AddressParts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

type Call = Pick<Endpoint, 'method' | 'path' | 'who' | 'product'>

/** Returns another address for a member's request; `undefined` to use the usual one. */
type Detour = (endpoint: Call, ask: AddressParts) => string | undefined

let organization: string | undefined
let detour: Detour | undefined

/**
 * Redirects the member requests of a page without a session, until it is called with `undefined`.
 */
export function detourTo(next: Detour | undefined): void {
  detour = next
}

/**
 * Sets the organization whose endpoints this page uses. There is one per page load; switching
 * reloads the page.
 */
export function talkTo(organizationId: string | undefined): void {
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
export function addressOf(endpoint: Call, ask: AddressParts): string {
  const { path, who } = endpoint
  const detourUrl = who === 'member' ? detour?.(endpoint, ask) : undefined
  if (detourUrl !== undefined) return detourUrl
  const filledPath = path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = ask.params?.[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return `${baseOf(endpoint)}${filledPath}${query.size ? `?${query}` : ''}`
}

function baseOf({ who, path, product }: Call): string {
  if (who !== 'member' && who !== 'admin') return ''
  if (!organization) throw new Error(`${path} was asked before an organization was set.`)
  return `/api/v1/${product ?? platform()}/${encodeURIComponent(organization)}`
}
