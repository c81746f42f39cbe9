import type { ExecutionEntity } from '@recto/contract/executions/executions'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { rowsOf } from '../../shared/layout/Loaded.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListPages, useLeaveMissingPage } from '../../shared/list/ListPages.tsx'
import { useListSearch } from '../../shared/list/use-list-search.tsx'
import {
  type AddressSearch,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { executionPage } from './executions.queries.ts'
import { ExecutionFilters } from './list/ExecutionFilters.tsx'
import { ExecutionTable } from './list/ExecutionTable.tsx'
import { type LogsSearch, PAGE_SIZE, queryOf, readLogsSearch } from './list/logs-search.ts'

const tabs: { readonly key: ExecutionEntity; readonly label: string }[] = [
  { key: 'ETL', label: 'ETL Sessions' },
  { key: 'API', label: 'API Sessions' },
  { key: 'WF', label: 'Workflow Sessions' },
  { key: 'TASK', label: 'Task Sessions' },
]

const searchOptions = {
  label: 'Search executions',
  placeholder: 'Search',
}

const noFilters: AddressSearch = {
  status: undefined,
  of: undefined,
  from: undefined,
  until: undefined,
  search: undefined,
}

/** Lists all executions of the organization by what started them. */
export function ExecutionListPage() {
  const { box, text, clear } = useListSearch(searchOptions, { page: undefined })
  const search = { ...readLogsSearch(useAddressSearch()), search: text }
  const change = useChangeAddressSearch()
  const narrow = (changes: Partial<LogsSearch>) => change({ ...changes, page: undefined })
  const clearFilters = () => {
    clear()
    change({ ...noFilters, page: undefined })
  }
  const executions = useQuery(executionPage(queryOf(search)))
  const setPage = (page: number) => change({ page: page === 1 ? undefined : page })
  useLeaveMissingPage(executions.error, [search.page, setPage])

  return (
    <ListPage
      title="Logs"
      description="All executions with their files and errors"
      list={rowsOf(executions, (page) => page.executions)}
      failureText="Failed to load the logs"
      notice={
        <>
          <Kinds search={search} onChange={narrow} />
          <ExecutionFilters
            search={search}
            searchBox={box}
            onChange={narrow}
            onClear={clearFilters}
          />
        </>
      }
    >
      {(rows) => (
        <>
          <ExecutionTable
            entity={search.entity}
            executions={rows}
            ordering={search.ordering}
            onOrder={(ordering) => narrow({ ordering })}
          />
          <ListPages
            page={search.page}
            pageSize={PAGE_SIZE}
            count={executions.data?.count ?? 0}
            onChange={setPage}
          />
        </>
      )}
    </ListPage>
  )
}

type KindsProps = { readonly search: LogsSearch; onChange(changes: Partial<LogsSearch>): void }

function Kinds({ search, onChange }: KindsProps) {
  return (
    <Tabs
      activeKey={search.entity}
      items={tabs}
      onChange={(entity) => onChange({ entity: entity as ExecutionEntity, of: undefined })}
    />
  )
}
