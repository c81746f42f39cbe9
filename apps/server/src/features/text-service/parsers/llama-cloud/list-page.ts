/** The page that a list request asks for. */
export type PageQuery = {
  readonly page_size?: number | null | undefined
  readonly page_token?: string | null | undefined
}

const defaultPageSize = 100

/** Returns what to load for a page: one row more than it has, which tells whether there is another. */
export function rangeOf({ page_size, page_token }: PageQuery) {
  const pageSize = page_size ?? defaultPageSize
  return { offset: Number(page_token || 0), limit: pageSize + 1 }
}

/** Presents a page of rows that were loaded by its range. */
export function presentListPage<Row, Item>(
  rows: readonly Row[],
  { offset, limit }: ReturnType<typeof rangeOf>,
  present: (row: Row) => Item,
) {
  const pageSize = limit - 1
  const hasMore = rows.length > pageSize
  return {
    items: rows.slice(0, pageSize).map(present),
    next_page_token: hasMore ? String(offset + pageSize) : null,
    total_size: null,
  }
}
