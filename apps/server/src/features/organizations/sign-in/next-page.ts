const base = 'http://recto.invalid'

/** Returns the page to open after signing in; never one of another site, whatever was requested. */
export function nextPage(requestedPage: unknown): string {
  if (
    typeof requestedPage !== 'string' ||
    requestedPage.length > 2000 ||
    !requestedPage.startsWith('/')
  )
    return '/'
  const url = URL.parse(requestedPage, base)
  if (url?.origin !== base) return '/'
  const page = `${url.pathname}${url.search}${url.hash}`
  // Two slashes would name another host, and there are no pages below `/api`.
  return /^\/(?![/\\])(?!api(?:\/|$))/.test(page) ? page : '/'
}
