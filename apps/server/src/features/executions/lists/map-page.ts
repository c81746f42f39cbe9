type Query<Ordering> = {
  readonly page: number
  readonly page_size: number
  /** A leading `-` turns the order round. */
  readonly ordering: Ordering
}

const properties = {
  created_at: 'createdAt',
  execution_time: 'duration',
  file_size: 'size',
} as const

type Property = keyof typeof properties
type Unsigned<Ordering> = Ordering extends `-${infer Name extends Property}` ? Name : Ordering

export function pageRequest<Ordering extends Property | `-${Property}`>({
  page,
  page_size: pageSize,
  ordering,
}: Query<Ordering>) {
  const by = properties[ordering.replace('-', '') as Unsigned<Ordering> & Property]
  const direction = ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  return { page, pageSize, order: { by, direction } }
}

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
