import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useDebounced } from '../browser/use-debounced.ts'
import { textIn, useAddressSearch, useChangeAddressSearch } from '../navigation/address-search.ts'

export type ListSearchOptions = {
  /** Label for screen readers. */
  readonly label: string
  readonly placeholder?: string
  /** How long to wait after the last keystroke. */
  readonly delayMs?: number
}

/**
 * Returns a search box for a list, and the text to search for. The text is kept in the address, so that it
 * is still there when the user returns from a row.
 */
export function useListSearch(search: ListSearchOptions | undefined): {
  readonly box: ReactNode
  readonly text: string
} {
  const addressText = textOf(useAddressSearch().search)
  const changeAddress = useChangeAddressSearch()
  const [typedText, setTypedText] = useState(addressText)
  const text = useDebounced(typedText.trim(), search?.delayMs ?? 300)
  const isInAddress = !search || text === addressText

  useEffect(() => {
    if (!isInAddress) changeAddress({ search: text || undefined })
  }, [isInAddress, text, changeAddress])

  const box = search && (
    <Input
      allowClear
      type="search"
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={search.placeholder ?? 'Search by name'}
      aria-label={search.label}
      style={{ flex: '1 1 120px', maxWidth: 220 }}
      value={typedText}
      onChange={({ target }) => setTypedText(target.value)}
    />
  )
  return { box, text }
}

/** The router reads a value of digits as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (textIn(value) ?? '')
