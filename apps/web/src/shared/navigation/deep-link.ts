/**
 * Returns an address of this application or undefined, because an address from a link must not lead
 * to another site.
 */
export function internalAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || /[\\\s]/.test(value)) return undefined
  const isOwn = value.startsWith('/') && !value.startsWith('//')
  return isOwn && value !== '/' ? value : undefined
}

/** Adds the address to open after signing in. */
export const withNext = (address: string, next: string | undefined): string =>
  next ? `${address}?next=${encodeURIComponent(next)}` : address
