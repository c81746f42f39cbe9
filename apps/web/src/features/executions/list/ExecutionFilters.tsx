import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { explainFailure } from '../../../shared/api/refusal.ts'
import { DateRange } from '../../../shared/list/DateRange.tsx'
import { labelOfWord } from '../../../shared/words/word-label.ts'
import { originsOf } from '../executions.queries.ts'
import { type LogsSearch, statuses } from './logs-search.ts'

type Props = {
  readonly search: LogsSearch
  readonly searchBox: ReactNode
  onChange(changes: Partial<LogsSearch>): void
  onClear(): void
}

const filterNames = ['status', 'of', 'from', 'until', 'search'] as const

/** Filters of the executions, which the address holds. */
export function ExecutionFilters({ search, searchBox, onChange, onClear }: Props) {
  const { status, from, until, entity } = search
  const isFiltered = filterNames.some((name) => search[name])
  return (
    <search className="log-filters">
      {searchBox}
      <Select
        allowClear
        placeholder="Status"
        aria-label="Status"
        className="log-filter"
        value={status ?? null}
        options={statuses.map((value) => ({ value, label: labelOfWord(value) }))}
        onChange={(value: LogsSearch['status'] | null) => onChange({ status: value ?? undefined })}
      />
      {entity !== 'WF' && <OriginSelect key={entity} search={search} onChange={onChange} />}
      <DateRange label="Started between" from={from} until={until} onChange={onChange} />
      {isFiltered && (
        <Button type="text" onClick={onClear}>
          Clear all
        </Button>
      )}
    </search>
  )
}

type OriginProps = Pick<Props, 'search' | 'onChange'>

/** Restricts the list to one deployment or pipeline. Their names are fetched when they are needed. */
function OriginSelect({ search: { entity, of: originId }, onChange }: OriginProps) {
  const [isOpened, setOpened] = useState(false)
  const {
    data: origins = [],
    isLoading,
    error,
    refetch,
  } = useQuery({
    ...originsOf(entity),
    enabled: isOpened || originId !== undefined,
  })
  const noun = entity === 'API' ? 'Deployment' : 'Pipeline'
  // One that was deleted has no name any more.
  const isUnknown = originId !== undefined && !origins.some(({ id }) => id === originId)
  const options = origins.map(({ id, name }) => ({ value: id, label: name }))
  const unknownOption = { value: originId ?? '', label: `One ${noun.toLowerCase()}` }
  return (
    <Select
      allowClear
      placeholder={noun}
      aria-label={noun}
      className="log-filter"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      value={originId ?? null}
      options={isUnknown ? [unknownOption, ...options] : options}
      popupRender={(list) =>
        error ? (
          <p role="alert" className="log-filter-failure">
            {explainFailure(error, `Failed to load the ${noun.toLowerCase()}s`)}{' '}
            <Button type="link" size="small" onClick={() => void refetch()}>
              Retry
            </Button>
          </p>
        ) : (
          list
        )
      }
      onOpenChange={(isOpen) => isOpen && setOpened(true)}
      onChange={(id: string | null) => onChange({ of: id ?? undefined })}
    />
  )
}
