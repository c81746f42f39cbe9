import type { ExecutionEntity } from '@recto/contract/executions/executions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pagination, Tabs, Tag } from 'antd'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { executionPage } from './executions.queries.ts'
import { DateRange } from './list/DateRange.tsx'
import { ExecutionTable } from './list/ExecutionTable.tsx'
import { type LogsSearch, PAGE_SIZE, queryOf, readLogsSearch } from './list/logs-search.ts'

const tabs: { readonly key: ExecutionEntity; readonly label: string }[] = [
  { key: 'ETL', label: 'ETL Sessions' },
  { key: 'API', label: 'API Sessions' },
  { key: 'WF', label: 'Workflow Sessions' },
  { key: 'TASK', label: 'Task Sessions' },
]

/** Lists all executions of the organization by what started them. */
export function ExecutionListPage() {
  usePageTitle('Logs')
  const to = usePaths()
  const search = readLogsSearch(useAddressSearch())
  const change = useChangeAddressSearch()
  const narrow = (changes: Partial<LogsSearch>) => change({ ...changes, page: undefined })

  return (
    <div className="page">
      <PageHeader title="Logs" description="All executions with their files and errors">
        <Link to={to.metrics()}>Metrics</Link>
        <Link to={to.usage()}>Usage</Link>
        <DateRange from={search.from} until={search.until} onChange={narrow} />
      </PageHeader>
      <Tabs
        activeKey={search.entity}
        items={tabs}
        onChange={(entity) => narrow({ entity: entity as ExecutionEntity, of: undefined })}
      />
      {search.of && (
        <Tag closable className="log-narrowed" onClose={() => narrow({ of: undefined })}>
          Runs of one {search.entity === 'API' ? 'deployment' : 'pipeline'}
        </Tag>
      )}
      <Executions
        search={search}
        onOrder={(ordering) => narrow({ ordering })}
        onPage={(page) => change({ page: page === 1 ? undefined : page })}
      />
    </div>
  )
}

type ExecutionsProps = {
  readonly search: LogsSearch
  onOrder(ordering: LogsSearch['ordering']): void
  onPage(page: number): void
}

function Executions({ search, onOrder, onPage }: ExecutionsProps) {
  const { data, error, refetch } = useQuery(executionPage(queryOf(search)))

  if (error && !data) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the logs" onRetry={retry} />
  }
  if (!data) return <ListSkeleton />
  return (
    <>
      <ExecutionTable
        entity={search.entity}
        executions={data.executions}
        ordering={search.ordering}
        onOrder={onOrder}
      />
      <Pagination
        className="log-pages"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={search.page}
        pageSize={PAGE_SIZE}
        total={data.count}
        onChange={onPage}
      />
    </>
  )
}
