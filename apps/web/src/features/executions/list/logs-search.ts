import type { ExecutionEntity, ExecutionStatus } from '@recto/contract/executions/executions'
import { dayIn, endOfDay, startOfDay } from '../../../shared/browser/time.ts'
import { pageIn } from '../../../shared/list/ListPages.tsx'
import { searchTextIn } from '../../../shared/list/use-list-search.tsx'
import { type AddressSearch, oneOf, textIn } from '../../../shared/navigation/address-search.ts'
import { type ExecutionSearch, executionOrderings } from '../execution.ts'

export const PAGE_SIZE = 10

export const entities = ['ETL', 'API', 'WF', 'TASK'] as const satisfies ExecutionEntity[]

export const statuses = [
  'COMPLETED',
  'ERROR',
  'STOPPED',
  'EXECUTING',
  'PENDING',
] as const satisfies ExecutionStatus[]

/** Search parameters of the logs page. */
export type LogsSearch = {
  readonly entity: ExecutionEntity
  readonly page: number
  readonly ordering: (typeof executionOrderings)[number]
  /** Days in the viewer's time zone, `YYYY-MM-DD`. */
  readonly from: string | undefined
  readonly until: string | undefined
  /** Id of the deployment or pipeline that the list is restricted to. */
  readonly of: string | undefined
  readonly status: ExecutionStatus | undefined
  /** A part of a name or of the error message, or an id. */
  readonly search: string
}

export function readLogsSearch(search: AddressSearch): LogsSearch {
  return {
    entity: entities.find((entity) => entity === search.entity) ?? 'API',
    page: pageIn(search.page),
    ordering: oneOf(executionOrderings, search.ordering),
    from: dayIn(search.from),
    until: dayIn(search.until),
    of: textIn(search.of),
    status: statuses.find((status) => status === search.status),
    search: searchTextIn(search.search),
  }
}

/** Converts the search parameters to a query. The last day is included completely. */
export const queryOf = ({
  entity,
  page,
  ordering,
  from,
  until,
  of: pipelineId,
  status,
  search: text,
}: LogsSearch): ExecutionSearch => ({
  entity,
  page,
  pageSize: PAGE_SIZE,
  ordering,
  pipelineId,
  status,
  text,
  startedAfter: from && startOfDay(from),
  startedBefore: until && endOfDay(until),
})
