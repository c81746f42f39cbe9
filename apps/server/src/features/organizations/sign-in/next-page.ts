const base = 'http://recto.invalid'

/** Returns the page to open after signing in; never one of another site, whatever was requested. */
export function nextPage(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > 2000 || !asked.startsWith('/')) return '/'
  const url = URL.parse(asked, base)
  if (url?.origin !== base) return '/'
  const page = `${url.pathname}${url.search}${url.hash}`
  // Two slashes would name another host, and there are no pages below `/api`.
  return /^\/(?![/\\])(?!api(?:\/|$))/.test(page) ? page : '/'
}
