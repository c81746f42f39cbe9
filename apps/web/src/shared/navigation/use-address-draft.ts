import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../browser/use-debounced.ts'

type AddressDraftOptions<Value> = {
  /** The value in the address. */
  readonly stored: Value
  isSame(one: Value, another: Value): boolean
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
  readonly settled: Value
} {
  const { stored, isSame, store, delayMs } = options
  const [draft, setDraft] = useState(stored)
  const settled = useDebounced(draft, delayMs)
  const lastStored = useRef(stored)
  const lastWritten = useRef(stored)

  useEffect(() => {
    if (isSame(stored, lastStored.current)) {
      if (!isSame(draft, settled) || isSame(settled, stored)) return
      lastWritten.current = settled
      store(settled)
      return
    }
    lastStored.current = stored
    if (!isSame(stored, lastWritten.current)) setDraft(stored)
    lastWritten.current = stored
  })

  return { draft, setDraft, settled }
}
