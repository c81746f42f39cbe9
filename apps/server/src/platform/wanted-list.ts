import type { OptionalPaging } from '@recto/contract/paging'
import { notFound } from './app-error.ts'
import { presentPage } from './present-page.ts'

/** What of a list is wanted, in which order; its columns as the store has them. */
export type WantedList<Column extends string> = {
  /** What the name contains. */
  readonly search?: string | undefined
  readonly order: { readonly by: Column; readonly direction: 'asc' | 'desc' }
  /** Absent: all of it. */
  readonly window?: { readonly page: number; readonly pageSize: number } | undefined
}

type Columns<Column extends string> = {
  /** By the names that the wire has for them. */
  readonly columns: ReadonlyMap<string, Column>
  /** Where none that is known is asked for. */
  readonly usual: WantedList<Column>['order']
}

/** A page of 50 where only one of its two numbers is given; all where neither is. */
export function wantedList<Column extends string>(
  { page, page_size: pageSize, search, ordering = '' }: OptionalPaging,
  { columns, usual }: Columns<Column>,
): WantedList<Column> {
  const by = columns.get(ordering.replace(/^-/, ''))
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const isPaged = page !== undefined || pageSize !== undefined
  return {
    search: search?.trim(),
    order: by ? { by, direction } : usual,
    window: isPaged ? { page: page ?? 1, pageSize: pageSize ?? 50 } : undefined,
  }
}

type Lookup<Row, Item> = {
  readonly window: WantedList<string>['window']
  readonly find: () => Promise<readonly Row[]>
  /** Of all pages. */
  readonly count: () => Promise<number>
  readonly present: (rows: readonly Row[]) => Promise<Item[]>
  readonly url: () => URL
}

/** The whole list, or the page of it. The first page of an empty list exists; any page past the end does not. */
export async function listOrPage<Row, Item>({
  window,
  find,
  count: countAll,
  present,
  url,
}: Lookup<Row, Item>) {
  if (!window) return present(await find())
  const [rows, count] = await Promise.all([find(), countAll()])
  if (rows.length === 0 && window.page > 1) throw notFound('page')
  return presentPage(await present(rows), { ...window, count, url: url() })
}
