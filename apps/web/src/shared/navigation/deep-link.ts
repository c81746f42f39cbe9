/** An address of this application, or nothing: what came with a link may not lead anywhere else. */
export function ownAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || /[\\\s]/.test(value)) return undefined
  const isOwn = value.startsWith('/') && !value.startsWith('//')
  return isOwn && value !== '/' ? value : undefined
}

/** Takes an address along, so that whoever signs in meanwhile still gets there. */
export const withNext = (address: string, next: string | undefined): string =>
  next ? `${address}?next=${encodeURIComponent(next)}` : address
