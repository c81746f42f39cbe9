import type { OptionalPaging } from '@recto/contract/wire/paging'
import { notFound } from './app-error.ts'
import { presentPage } from './wire-format.ts'

/** Search, order and page of a list request. Columns are those of the store. */
export type ListQuery<Column extends string> = {
  /** Text that the name must contain. */
  readonly search?: string | undefined
  /** The exact name. */
  readonly name?: string | undefined
  readonly order: { readonly by: Column; readonly direction: 'asc' | 'desc' }
  /** Absent for the whole list. */
  readonly page?: { readonly page: number; readonly pageSize: number } | undefined
}

type SortableColumns<Column extends string> = {
  /** Store columns by their names in the API. */
  readonly columns: ReadonlyMap<string, Column>
  /** Used when no known column is requested. */
  readonly defaultOrder: ListQuery<Column>['order']
}

/**
 * Returns a page of 50 if only one of the two paging numbers is given, and the whole list if
 * neither is.
 */
export function parseListQuery<Column extends string>(
  { page, page_size: pageSize, search, ordering = '' }: OptionalPaging,
  { columns, defaultOrder }: SortableColumns<Column>,
): ListQuery<Column> {
  const column = columns.get(ordering.replace(/^-/, ''))
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const isPaged = page !== undefined || pageSize !== undefined
  return {
    search: search?.trim(),
    order: column ? { by: column, direction } : defaultOrder,
    page: isPaged ? { page: page ?? 1, pageSize: pageSize ?? 50 } : undefined,
  }
}

/** The rows of a page of a list that is short enough to be read whole. */
export function rowsOfPage<Row>(
  rows: readonly Row[],
  page: ListQuery<string>['page'],
): readonly Row[] {
  if (!page) return rows
  const start = (page.page - 1) * page.pageSize
  return rows.slice(start, start + page.pageSize)
}

type ListSource<Row, Item> = {
  readonly page: ListQuery<string>['page']
  readonly find: () => Promise<readonly Row[]>
  /** Counts the rows of all pages. */
  readonly count: () => Promise<number>
  readonly present: (rows: readonly Row[]) => Promise<Item[]>
  readonly url: () => URL
}

/**
 * Returns the whole list or the requested page. The first page of an empty list exists; a page past
 * the end does not.
 */
export async function listOrPage<Row, Item>({
  page,
  find,
  count: countAll,
  present,
  url,
}: ListSource<Row, Item>) {
  if (!page) return present(await find())
  const [rows, count] = await Promise.all([find(), countAll()])
  if (rows.length === 0 && page.page > 1) throw notFound('page')
  return presentPage(await present(rows), { ...page, count, url: url() })
}
