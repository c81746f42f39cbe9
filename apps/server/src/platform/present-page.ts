/** A page as lists are replied, with addresses of its neighbours. */
export function presentPage<Item>(
  results: Item[],
  { count, page, pageSize, url }: { count: number; page: number; pageSize: number; url: URL },
) {
  const at = (number: number) => {
    const address = new URL(url)
    address.searchParams.set('page', String(number))
    return address.toString()
  }
  return {
    count,
    next: page * pageSize < count ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    results,
  }
}
