import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'

/** From this number on, the choices can be searched. */
const MIN_SEARCHABLE = 9

type Choice = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly icon: ReactNode
}

type Props = {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly selectedId: string | null
  onChange(id: string): void
}

/** Radio buttons with a name and a picture. */
export function ChoiceCards({ label, choices, selectedId, onChange }: Props) {
  const name = useId()
  const [search, setSearch] = useState('')
  const query = search.trim().toLowerCase()
  const matches = choices.filter(
    (choice) => choice.id === selectedId || choice.name.toLowerCase().includes(query),
  )
  return (
    <>
      {choices.length >= MIN_SEARCHABLE && (
        <Input
          allowClear
          type="search"
          className="guide-search"
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="Search"
          aria-label={`Search: ${label}`}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <fieldset className="guide-cards">
        <legend className="visually-hidden">{label}</legend>
        {matches.map(({ id, name: title, description, icon }) => (
          <label key={id} className="guide-card" data-chosen={id === selectedId}>
            <input
              type="radio"
              name={name}
              checked={id === selectedId}
              onChange={() => onChange(id)}
            />
            {icon}
            <span>
              <strong>{title}</strong>
              {description && <small>{description}</small>}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
