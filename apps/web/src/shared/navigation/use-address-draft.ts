import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../browser/use-debounced.ts'

type AddressDraftOptions<Value> = {
  /** The value in the address. */
  readonly addressValue: Value
  isSame(one: Value, two: Value): boolean
  /** Writes a value to the address. */
  store(value: Value): void
  /** How long to wait after the last change of the draft. */
  readonly delayMs: number
}

/**
 * A value that is typed, and stored in the address once the user has stopped typing. A link to another value, such as
 * that of the menu to the list without filters, replaces the draft.
 */
export function useAddressDraft<Value>(options: AddressDraftOptions<Value>): {
  readonly draft: Value
  setDraft(draft: Value): void
  /** The draft as it was when the user stopped typing. */
  readonly settledDraft: Value
} {
  const { addressValue, isSame, store, delayMs } = options
  const [draft, setDraft] = useState(addressValue)
  const settledDraft = useDebounced(draft, delayMs)
  const lastAddressValue = useRef(addressValue)
  const lastWritten = useRef(addressValue)

  useEffect(() => {
    if (isSame(addressValue, lastAddressValue.current)) {
      if (!isSame(draft, settledDraft) || isSame(settledDraft, addressValue)) return
      lastWritten.current = settledDraft
      store(settledDraft)
      return
    }
    lastAddressValue.current = addressValue
    if (!isSame(addressValue, lastWritten.current)) setDraft(addressValue)
    lastWritten.current = addressValue
  })

  return { draft, setDraft, settledDraft }
}
