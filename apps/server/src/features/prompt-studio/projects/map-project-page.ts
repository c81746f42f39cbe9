import type { OptionalPaging } from '@recto/contract/paging'
import type { WantedProjects } from '../rows/projects.store.ts'

const columns: ReadonlyMap<string, WantedProjects['order']['by']> = new Map([
  ['tool_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

/** A page of 50 where only one of its two numbers is given; all where neither is. */
export function wantedProjects(query: OptionalPaging): WantedProjects {
  const { page, page_size: pageSize, search, ordering = '' } = query
  const by = columns.get(ordering.replace(/^-/, ''))
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const isPaged = page !== undefined || pageSize !== undefined
  return {
    search: search?.trim(),
    order: by ? { by, direction } : { by: 'modified_at', direction: 'desc' },
    window: isPaged ? { page: page ?? 1, pageSize: pageSize ?? 50 } : undefined,
  }
}
