import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useDebounced } from '../browser/use-debounced.ts'
import { peopleFound } from './sharing.queries.ts'
import type { Named } from './sharing.ts'

const noPeople: readonly never[] = []

type PeopleProps = {
  readonly label: string
  readonly hint?: string
  /** Ids that are not offered, such as owners, who always have access. */
  readonly except?: readonly number[]
  /** People who may not be among the first ones. */
  readonly known?: readonly Named[]
  readonly first: readonly Named[]
  readonly value: readonly number[]
  onChange(value: readonly number[]): void
}

/** Selects people, found by their address. */
export function PeoplePicker({
  label,
  hint,
  except = noPeople,
  first,
  value,
  onChange,
  ...selectProps
}: PeopleProps) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const { data } = useQuery(peopleFound(useDebounced(searchText.trim(), 300)))
  const [knownNames, setKnownNames] = useState<ReadonlyMap<number, string>>(
    () => new Map([...first, ...(selectProps.known ?? noPeople)].map((one) => [one.id, one.name])),
  )
  const found = data?.people ?? first
  const names = new Map([...knownNames, ...found.map((one) => [one.id, one.name] as const)])
  const options = [...names]
    .filter(([key]) => !except.includes(key))
    .map(([key, name]) => ({ value: key, label: name }))
  return (
    <div style={{ marginBottom: 12 }}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        placeholder="Search by email"
        showSearch={{ optionFilterProp: 'label', onSearch: setSearchText }}
        value={value.filter((key) => !except.includes(key))}
        options={options}
        onChange={(chosen: number[]) => {
          setKnownNames(names)
          onChange(chosen)
        }}
      />
      {hint && <small className="faint">{hint}</small>}
    </div>
  )
}

type GroupsProps = {
  readonly groups: readonly Named[]
  readonly value: readonly number[]
  onChange(value: readonly number[]): void
}

export function GroupPicker({ groups, value, onChange }: GroupsProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>Groups</label>
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={[...value]}
        options={groups.map((group) => ({ value: group.id, label: group.name }))}
        onChange={(chosen: number[]) => onChange(chosen)}
      />
    </div>
  )
}
