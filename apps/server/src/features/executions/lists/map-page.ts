type PageQuery<OrderName> = {
  readonly page: number
  readonly page_size: number
  /** Name of a property; a leading `-` sorts in descending order. */
  readonly ordering: OrderName
}

const properties = {
  created_at: 'createdAt',
  execution_time: 'duration',
  file_size: 'size',
} as const

type Property = keyof typeof properties
type PropertyName<Ordering> = Ordering extends `-${infer Name extends Property}` ? Name : Ordering

export function toPageRequest<Ordering extends Property | `-${Property}`>({
  page,
  page_size: pageSize,
  ordering,
}: PageQuery<Ordering>) {
  const property = properties[ordering.replace('-', '') as PropertyName<Ordering> & Property]
  const direction = ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  return { page, pageSize, order: { by: property, direction } }
}
