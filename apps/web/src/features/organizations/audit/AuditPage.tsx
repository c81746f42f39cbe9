import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Pagination, Select } from 'antd'
import { useState } from 'react'
import { browserName } from '../../../shared/browser/browser-name.ts'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { labelOfValue } from '../../../shared/words/value-label.ts'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { auditEntries, auditExportAddress, entriesOnPage } from './audit.queries.ts'
import { type AuditedChange, type AuditSearch, actionName } from './audit-entry.ts'
import './audit.css'

const emptySearch: AuditSearch = {
  actor: '',
  subject: '',
  action: undefined,
  from: undefined,
  to: undefined,
}

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
  usePageTitle('Audit Log')
  const [filter, setFilter] = useState(emptySearch)
  const [page, setPage] = useState(1)
  const debouncedFilter = useDebounced(filter, 400)
  const { data, error, refetch } = useQuery({
    ...auditEntries(debouncedFilter, page),
    placeholderData: keepPreviousData,
  })
  const narrow = (change: Partial<AuditSearch>) => {
    setPage(1)
    setFilter({ ...filter, ...change })
  }
  const retry = () => void refetch()

  return (
    <div className="page">
      <PageHeader
        title="Audit Log"
        description="Who changed, shared, exported or deleted what, from where and when."
      >
        <Button
          href={auditExportAddress(filter)}
          icon={<DownloadOutlined aria-hidden="true" />}
          download="audit-log.csv"
        >
          Export CSV
        </Button>
      </PageHeader>
      <Filters filter={filter} actions={data?.actions ?? []} onChange={narrow} />
      {error && (
        <FailureState error={error} fallback="Failed to load the audit log" onRetry={retry} />
      )}
      {!error && !data && <ListSkeleton />}
      {!error && data && (
        <>
          <DataTable
            label="Audit Log"
            columns={columns}
            rows={data.entries}
            keyOf={({ id }) => String(id)}
            emptyText="No changes match the filters."
          />
          {data.count > entriesOnPage && (
            <Pagination
              style={{ marginTop: 12 }}
              current={page}
              pageSize={entriesOnPage}
              total={data.count}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </div>
  )
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
      <Day label="From" onChange={(day) => onChange({ from: day && `${day}T00:00:00Z` })} />
      <Day label="To" onChange={(day) => onChange({ to: day && `${day}T23:59:59Z` })} />
    </search>
  )
}

type DayProps = { readonly label: string; onChange(day: string | undefined): void }

function Day({ label, onChange }: DayProps) {
  return (
    <Input
      type="date"
      aria-label={label}
      prefix={<span className="faint">{label}</span>}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
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
