const base = 'http://recto.invalid'

/** Where to go after signing in: a page of ours, whatever was asked for. */
export function nextPage(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > 2000 || !asked.startsWith('/')) return '/'
  const url = URL.parse(asked, base)
  if (url?.origin !== base) return '/'
  const page = `${url.pathname}${url.search}${url.hash}`
  // Two slashes begin the name of another host; below `/api` there is no page.
  return /^\/(?![/\\])(?!api(?:\/|$))/.test(page) ? page : '/'
}
