import type { OptionalPaging } from '@recto/contract/paging'
import { wantedList } from '../../../platform/wanted-list.ts'
import type { WantedProjects } from '../rows/projects.store.ts'

const columns: ReadonlyMap<string, WantedProjects['order']['by']> = new Map([
  ['tool_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const wantedProjects = (query: OptionalPaging): WantedProjects =>
  wantedList(query, { columns, usual: { by: 'modified_at', direction: 'desc' } })
