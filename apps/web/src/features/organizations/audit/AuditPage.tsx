import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { browserName } from '../../../shared/browser/browser-name.ts'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
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
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { labelOfValue } from '../../../shared/words/value-label.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { auditEntries, auditExportAddress, entriesOnPage } from './audit.queries.ts'
import {
  type AuditedChange,
  type AuditSearch,
  actionName,
  addressOfFilter,
  filterIn,
  isSameFilter,
} from './audit-entry.ts'
import './audit.css'

const columns: Column<AuditedChange>[] = [
  {
    key: 'time',
    title: 'Time',
    width: 104,
    render: ({ createdAt }) => <span title={exactTime(createdAt)}>{relativeTime(createdAt)}</span>,
  },
  { key: 'actor', title: 'Actor', width: '18%', render: ({ actor }) => actor },
  { key: 'place', title: 'From', width: '13%', render: (entry) => <Place entry={entry} /> },
  { key: 'action', title: 'Action', width: '17%', render: ({ action }) => actionName(action) },
  { key: 'name', title: 'Target', width: '18%', render: ({ name }) => name },
  { key: 'values', title: 'Change', render: (entry) => <Change entry={entry} /> },
]

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
          <DataTable
            label="Audit Log"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => String(id)}
            emptyText="No changes match the filters."
          />
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

/** The address, and the browser, program or key that was used. */
function Place({ entry: { address, browser, keyName } }: { readonly entry: AuditedChange }) {
  if (!address && !browser) return <span className="faint">Server</span>
  return (
    <>
      {address}
      <br />
      <span className="faint" title={browser}>
        {keyName === null ? browserName(browser) : `Key “${keyName}”`}
      </span>
    </>
  )
}

/** Lists only the values that differ. */
function Change({
  entry: { before: valuesBefore, after: valuesAfter },
}: {
  readonly entry: AuditedChange
}) {
  const previousValues = new Map(Object.entries(valuesBefore ?? {}))
  const newValues = new Map(Object.entries(valuesAfter ?? {}))
  const names = [...new Set([...previousValues.keys(), ...newValues.keys()])]
  const changedNames = names.filter(
    (name) =>
      formatValue(name, previousValues.get(name)) !== formatValue(name, newValues.get(name)),
  )
  return (
    <dl className="audit-change">
      {changedNames.map((name) => (
        <div key={name}>
          <dt>{labelOfWord(name)}</dt>
          <dd>
            {previousValues.has(name) && <del>{formatValue(name, previousValues.get(name))}</del>}
            {newValues.has(name) && <ins>{formatValue(name, newValues.get(name))}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function formatValue(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : labelOfValue(name, String(value))
}
