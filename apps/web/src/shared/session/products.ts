import { platform } from '../api/address.ts'

export const TEXT_EXTRACTION = 'llm-whisperer'
export const VERTICALS = 'verticals'

/** Returns the id of the platform, which is also the server's path segment. */
export const platformId = (): string => platform()

const STORAGE_KEY = 'selectedProduct'

/**
 * Returns the product chosen in this browser. Other pages and older clients read it under the same
 * name.
 */
export function selectedProduct(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined
  } catch {
    // Without storage, no product has been chosen.
    return undefined
  }
}

export function selectProduct(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch {
    // Without storage, the user is asked again on the next page load.
  }
}

/** Chooses the platform for users who follow a link to it, unless they have chosen before. */
export function selectPlatformByDefault(): void {
  if (selectedProduct() === undefined) selectProduct(platformId())
}

/** Returns the product that an address belongs to. */
export function productOfPath(pathname: string): string {
  const [, first] = pathname.split('/')
  return first === TEXT_EXTRACTION || first === VERTICALS ? first : platformId()
}

type Product = { readonly id: string; readonly title: string; readonly purpose: string }

type InstalledProduct = { readonly id: string; readonly isHidden?: boolean }

/** Lists the platform and the additional products, in the order of the chooser. */
export function productsOf(
  installedProducts: readonly InstalledProduct[] = [],
): readonly Product[] {
  const ids = new Set([platformId(), ...installedProducts.map(({ id }) => id)])
  return knownProducts().filter(({ id }) => ids.has(id))
}

/** Lists the products that people can switch to from the present one. */
export const offeredProducts = (
  installedProducts: readonly InstalledProduct[] = [],
  currentProduct = platformId(),
): readonly Product[] =>
  productsOf(
    installedProducts.filter(({ id, isHidden = false }) => !isHidden || id === currentProduct),
  )

const knownProducts = (): readonly Product[] => [
  {
    id: platformId(),
    title: 'Recto',
    purpose: 'Structured data from any document, with the location of each value.',
  },
  {
    id: TEXT_EXTRACTION,
    title: 'Text extraction',
    purpose: 'Text that keeps the layout of the document, ready for a language model.',
  },
  {
    id: VERTICALS,
    title: 'Verticals',
    purpose: 'Ready-made extraction for a specific kind of document.',
  },
]
