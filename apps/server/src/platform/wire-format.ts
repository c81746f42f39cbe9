/** Builds the paginated reply of a list, with URLs of the next and previous page. */
export function presentPage<Item>(
  results: Item[],
  { count, page, pageSize, url }: { count: number; page: number; pageSize: number; url: URL },
) {
  const urlOfPage = (number: number) => {
    const pageUrl = new URL(url)
    pageUrl.searchParams.set('page', String(number))
    return pageUrl.toString()
  }
  return {
    count,
    next: page * pageSize < count ? urlOfPage(page + 1) : null,
    previous: page > 1 ? urlOfPage(page - 1) : null,
    results,
  }
}

/** Formats a time for the API: ISO 8601 in UTC with microseconds. */
export function presentTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}
