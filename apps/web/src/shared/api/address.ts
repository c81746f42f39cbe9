import type { Endpoint } from '@recto/contract/endpoint'

type Parts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

let organization: string | undefined

/** The organization whose endpoints this page talks to. A page load has one; switching reloads. */
export function talkTo(organizationId: string | undefined): void {
  organization = organizationId
}

/** The segment that the server wrote into the page, so that one build serves every installation. */
export function product(): string {
  const tag = document.querySelector<HTMLMetaElement>('meta[name="recto-product"]')
  return tag?.content || 'recto'
}

/** The whole address of a call, with its parameters and query filled in. */
export function addressOf({ path, who }: Pick<Endpoint, 'path' | 'who'>, ask: Parts): string {
  const filled = path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = ask.params?.[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return `${baseOf(who, path)}${filled}${query.size ? `?${query}` : ''}`
}

function baseOf(who: Endpoint['who'], path: string): string {
  if (who !== 'member' && who !== 'admin') return ''
  if (!organization) throw new Error(`${path} was asked before an organization was set.`)
  return `/api/v1/${product()}/${encodeURIComponent(organization)}`
}
