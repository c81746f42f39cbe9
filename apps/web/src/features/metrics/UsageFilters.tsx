import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { periodUsage } from './usage.queries.ts'
import { noneKey, type UsagePart, type UsageSearch } from './usage.ts'

type Props = {
  readonly search: UsageSearch
  onChange(changes: Partial<UsageSearch>): void
}

const optionsOf = (parts: readonly UsagePart[]) =>
  parts.map(({ key, name }) => ({ value: key === '' ? noneKey : key, label: name }))

const noFilters = { model: undefined, project: undefined, deployment: undefined }

/** Narrows the usage to one model, project or deployment; offers those that have any in the period. */
export function UsageFilters({ search, onChange }: Props) {
  const { data: usage } = useQuery(periodUsage({ ...search, ...noFilters }))
  const filters = [
    { key: 'project', label: 'Project', options: optionsOf(usage?.projects ?? []) },
    { key: 'deployment', label: 'Deployment', options: optionsOf(usage?.deployments ?? []) },
    { key: 'model', label: 'Model', options: optionsOf(usage?.models ?? []) },
  ] as const
  const isFiltered = filters.some(({ key }) => search[key] !== undefined)
  return (
    <fieldset className="usage-filters">
      <legend className="visually-hidden">Filters</legend>
      {filters.map(({ key, label, options }) => (
        <Select<string>
          key={key}
          aria-label={label}
          placeholder={`All ${label.toLowerCase()}s`}
          value={search[key] ?? null}
          options={options}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(value?: string) => onChange({ [key]: value || undefined })}
        />
      ))}
      {isFiltered && (
        <Button type="link" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}
