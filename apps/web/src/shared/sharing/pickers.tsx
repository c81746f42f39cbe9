import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useDebounced } from '../browser/use-debounced.ts'
import { searchPeople } from './sharing.queries.ts'
import type { SharingParty } from './sharing.ts'

const noPeople: readonly never[] = []

type PeopleProps = {
  readonly label: string
  readonly hint?: string
  /** Ids that are not offered, such as owners, who always have access. */
  readonly excludedIds?: readonly number[]
  /** People who may not be among the first ones. */
  readonly knownPeople?: readonly SharingParty[]
  readonly initialPeople: readonly SharingParty[]
  readonly value: readonly number[]
  onChange(value: readonly number[]): void
}

/** Selects people, found by their address. */
export function PeoplePicker({
  label,
  hint,
  excludedIds = noPeople,
  initialPeople,
  value,
  onChange,
  ...selectProps
}: PeopleProps) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const { data } = useQuery(searchPeople(useDebounced(searchText.trim(), 300)))
  const [knownNames, setKnownNames] = useState<ReadonlyMap<number, string>>(
    () =>
      new Map(
        [...initialPeople, ...(selectProps.knownPeople ?? noPeople)].map((person) => [
          person.id,
          person.name,
        ]),
      ),
  )
  const people = data?.people ?? initialPeople
  const names = new Map([
    ...knownNames,
    ...people.map((person) => [person.id, person.name] as const),
  ])
  const options = [...names]
    .filter(([key]) => !excludedIds.includes(key))
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
        value={value.filter((key) => !excludedIds.includes(key))}
        options={options}
        onChange={(selectedIds: number[]) => {
          setKnownNames(names)
          onChange(selectedIds)
        }}
      />
      {hint && <small className="faint">{hint}</small>}
    </div>
  )
}

type GroupsProps = {
  readonly label?: string
  readonly groups: readonly SharingParty[]
  readonly value: readonly number[]
  onChange(value: readonly number[]): void
}

export function GroupPicker({ label = 'Groups', groups, value, onChange }: GroupsProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={[...value]}
        options={groups.map((group) => ({ value: group.id, label: group.name }))}
        onChange={(selectedIds: number[]) => onChange(selectedIds)}
      />
    </div>
  )
}
