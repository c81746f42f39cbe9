import { useCallback, useState } from 'react'

/**
 * A value that outlives the page in the browser's local storage, as JSON. Anything there that is not
 * of the right kind counts as absent; a browser that refuses storage keeps the value for this page.
 */
export function useStored<Value>(
  key: string,
  isRight: (value: unknown) => value is Value,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const stored = readStored(key)
    return isRight(stored) ? stored : initial
  })

  const keep = useCallback(
    (next: Value) => {
      setValue(() => next)
      writeStored(key, next)
    },
    [key],
  )
  return [value, keep]
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // Not ours, or storage is switched off: as good as absent.
    return undefined
  }
}

function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or switched off; the choice lasts as long as the page.
  }
}
