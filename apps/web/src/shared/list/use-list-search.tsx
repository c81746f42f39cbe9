import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import {
  type AddressSearch,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../navigation/address-search.ts'
import { useAddressDraft } from '../navigation/use-address-draft.ts'

export type ListSearchOptions = {
  /** Label for screen readers. */
  readonly label: string
  readonly placeholder?: string
  /** How long to wait after the last keystroke. */
  readonly delayMs?: number
}

const noChanges: AddressSearch = {}

/** The longest text that the server searches for. */
const MAX_SEARCH_LENGTH = 255

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
  /** Empties the box, also of what was typed just now. */
  clear(): void
} {
  const changeAddress = useChangeAddressSearch()
  const { draft, setDraft, settledDraft } = useAddressDraft({
    addressValue: searchTextIn(useAddressSearch().search),
    isSame: (one, two) => !search || one.trim() === two.trim(),
    store: (text) => changeAddress({ ...otherChanges, search: text.trim() || undefined }),
    delayMs: search?.delayMs ?? 300,
  })

  const box = search && (
    <Input
      allowClear
      type="search"
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={search.placeholder ?? 'Search by name'}
      aria-label={search.label}
      style={{ flex: '1 1 120px', maxWidth: 220 }}
      maxLength={MAX_SEARCH_LENGTH}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
    />
  )
  return { box, text: settledDraft.trim(), clear: () => setDraft('') }
}

/** Returns the text to search for in a parameter, which the router reads as a number if it is one. */
export const searchTextIn = (value: unknown): string =>
  (typeof value === 'number' ? String(value) : (textIn(value) ?? '')).slice(0, MAX_SEARCH_LENGTH)
