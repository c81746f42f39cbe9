import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useDebounced } from '../browser/use-debounced.ts'
import {
  type AddressSearch,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../navigation/address-search.ts'

export type ListSearchOptions = {
  /** Label for screen readers. */
  readonly label: string
  readonly placeholder?: string
  /** How long to wait after the last keystroke. */
  readonly delayMs?: number
}

const noChanges: AddressSearch = {}

/**
 * Returns a search box for a list, and the text to search for. The text is kept in the address, so that it
 * is still there when the user returns from a row. A new text also makes the other changes of the
 * address, such as a return to the first page.
 */
export function useListSearch(
  search: ListSearchOptions | undefined,
  otherChanges: AddressSearch = noChanges,
): {
  readonly box: ReactNode
  readonly text: string
} {
  const addressText = textOf(useAddressSearch().search)
  const changeAddress = useChangeAddressSearch()
  const [typedText, setTypedText] = useState(addressText)
  const text = useDebounced(typedText.trim(), search?.delayMs ?? 300)
  const isInAddress = !search || text === addressText

  useEffect(() => {
    if (!isInAddress) changeAddress({ ...otherChanges, search: text || undefined })
  }, [isInAddress, text, otherChanges, changeAddress])

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
