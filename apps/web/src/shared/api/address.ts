import type { Endpoint } from '@recto/contract/endpoint'

type Parts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

type Call = Pick<Endpoint, 'method' | 'path' | 'who' | 'product'>

/** Returns where a call of a member goes instead; `undefined` where it goes as usual. */
type Detour = (endpoint: Call, ask: Parts) => string | undefined

let organization: string | undefined
let detour: Detour | undefined

/** Has the calls of a page without a session answered elsewhere, until it is called with `undefined`. */
export function detourTo(next: Detour | undefined): void {
  detour = next
}

/** The organization whose endpoints this page talks to. A page load has one; switching reloads. */
export function talkTo(organizationId: string | undefined): void {
  organization = organizationId
}

/** The segment that the server wrote into the page, so that one build serves every installation. */
export function platform(): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="recto-product"]')
  return tag?.content || 'recto'
}

/** The whole address of a call, with its parameters and query filled in. */
export function addressOf(endpoint: Call, ask: Parts): string {
  const { path, who } = endpoint
  const elsewhere = who === 'member' ? detour?.(endpoint, ask) : undefined
  if (elsewhere !== undefined) return elsewhere
  const filled = path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = ask.params?.[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return `${baseOf(endpoint)}${filled}${query.size ? `?${query}` : ''}`
}

function baseOf({ who, path, product }: Call): string {
  if (who !== 'member' && who !== 'admin') return ''
  if (!organization) throw new Error(`${path} was asked before an organization was set.`)
  return `/api/v1/${product ?? platform()}/${encodeURIComponent(organization)}`
}
