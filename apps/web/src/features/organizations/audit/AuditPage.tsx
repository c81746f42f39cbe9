import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { rowsOf } from '../../../shared/layout/Loaded.tsx'
import { DateRange } from '../../../shared/list/DateRange.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import {
  ListPages,
  useLeaveMissingPage,
  usePageInAddress,
} from '../../../shared/list/ListPages.tsx'
import {
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import { useAddressDraft } from '../../../shared/navigation/use-address-draft.ts'
import { AuditTable } from './AuditTable.tsx'
import { auditEntries, auditExportAddress, entriesOnPage } from './audit.queries.ts'
import {
  type AuditSearch,
  actionName,
  addressOfFilter,
  filterIn,
  isSameFilter,
} from './audit-entry.ts'
import './audit.css'

/** The log of changes and exports, with who made them and from where. */
export function AuditPage() {
  const { filter, setFilter, loadedFilter } = useFilterInAddress()
  const [page, setPage] = usePageInAddress()
  const query = useQuery({
    ...auditEntries(loadedFilter, page),
    placeholderData: keepPreviousData,
  })
  useLeaveMissingPage(query.error, [page, setPage])

  return (
    <ListPage
      title="Audit Log"
      description="Who changed, shared, exported or deleted what, from where and when."
      list={rowsOf(query, ({ entries }) => entries)}
      failureText="Failed to load the audit log"
      actions={
        <Button
          href={auditExportAddress(filter)}
          icon={<DownloadOutlined aria-hidden="true" />}
          download="audit-log.csv"
        >
          Export CSV
        </Button>
      }
      notice={
        <Filters
          filter={filter}
          actions={query.data?.actions ?? []}
          onChange={(change) => setFilter({ ...filter, ...change })}
        />
      }
    >
      {(rows) => (
        <>
          <AuditTable entries={rows} names={query.data?.names ?? {}} />
          <ListPages
            page={page}
            pageSize={entriesOnPage}
            count={query.data?.count ?? 0}
            onChange={setPage}
          />
        </>
      )}
    </ListPage>
  )
}

/** The filter is stored in the address once the user has stopped typing. */
function useFilterInAddress() {
  const changeAddress = useChangeAddressSearch()
  const { draft, setDraft, settledDraft } = useAddressDraft({
    addressValue: filterIn(useAddressSearch()),
    isSame: isSameFilter,
    store: (filter) => changeAddress({ ...addressOfFilter(filter), page: undefined }),
    delayMs: 400,
  })
  return { filter: draft, setFilter: setDraft, loadedFilter: settledDraft }
}

type FiltersProps = {
  readonly filter: AuditSearch
  readonly actions: readonly string[]
  onChange(change: Partial<AuditSearch>): void
}

function Filters({ filter, actions, onChange }: FiltersProps) {
  return (
    <search className="audit-filters">
      <Input
        allowClear
        placeholder="Actor"
        aria-label="Actor"
        value={filter.actor}
        onChange={({ target }) => onChange({ actor: target.value })}
      />
      <Select
        allowClear
        showSearch
        placeholder="Action"
        aria-label="Action"
        value={filter.action ?? null}
        options={actions.map((action) => ({ value: action, label: actionName(action) }))}
        onChange={(action: string | null) => onChange({ action: action ?? undefined })}
      />
      <Input
        allowClear
        placeholder="Target"
        aria-label="Target"
        value={filter.subject}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <DateRange
        label="Changed between"
        from={filter.from}
        until={filter.until}
        onChange={onChange}
      />
    </search>
  )
}
