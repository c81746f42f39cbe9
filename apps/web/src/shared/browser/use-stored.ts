import { useCallback, useState } from 'react'

/**
 * Stores a value as JSON in the browser's local storage. A stored value of the wrong type counts as
 * absent. Without storage, the value lasts as long as the page.
 */
export function useStored<Value>(
  key: string,
  isRight: (value: unknown) => value is Value,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const initialValue = readStored(key)
    return isRight(initialValue) ? initialValue : initial
  })

  const store = useCallback(
    (next: Value) => {
      setValue(() => next)
      writeStored(key, next)
    },
    [key],
  )
  return [value, store]
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The keys of the hidden columns of a table; the choice is stored in the browser. */
export const useHiddenColumns = (table: string, initialKeys: readonly string[]) =>
  useStored(table, isListOfTexts, initialKeys)

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // The stored text is invalid or storage is disabled: the value counts as absent.
    return undefined
  }
}

function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or disabled; the choice lasts as long as the page.
  }
}
