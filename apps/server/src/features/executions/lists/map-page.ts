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
