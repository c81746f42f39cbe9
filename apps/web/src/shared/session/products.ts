import { platform } from '../api/address.ts'

export const TEXT_EXTRACTION = 'llm-whisperer'
export const VERTICALS = 'verticals'

/** The id of the platform itself is the segment under which the server answers. */
export const platformId = (): string => platform()

const STORED_UNDER = 'selectedProduct'

/** What was chosen in this browser; other pages and older clients read it under the same name. */
export function selectedProduct(): string | undefined {
  try {
    return localStorage.getItem(STORED_UNDER) ?? undefined
  } catch {
    // A browser that keeps nothing has chosen nothing.
    return undefined
  }
}

export function selectProduct(id: string): void {
  try {
    localStorage.setItem(STORED_UNDER, id)
  } catch {
    // The choice is asked for again on the next page load.
  }
}

/** Whoever comes in by a link of the platform has come for it, unless something was chosen before. */
export function comeForPlatform(): void {
  if (selectedProduct() === undefined) selectProduct(platformId())
}

/** The product whose area an address lies in. */
export function productOfPath(pathname: string): string {
  const [, first] = pathname.split('/')
  return first === TEXT_EXTRACTION || first === VERTICALS ? first : platformId()
}

type Product = { readonly id: string; readonly title: string; readonly purpose: string }

/** The platform and whatever products are installed beside it, in the order of the chooser. */
export function productsOf(installed: readonly { readonly id: string }[] = []): readonly Product[] {
  const ids = new Set([platformId(), ...installed.map(({ id }) => id)])
  return known().filter(({ id }) => ids.has(id))
}

const known = (): readonly Product[] => [
  {
    id: platformId(),
    title: 'Recto',
    purpose: 'Structured data from any document, with the place where each value stands.',
  },
  {
    id: TEXT_EXTRACTION,
    title: 'Text extraction',
    purpose: 'Text that keeps the layout of its document, ready for a language model.',
  },
  { id: VERTICALS, title: 'Verticals', purpose: 'Ready-made extraction for one kind of document.' },
]
