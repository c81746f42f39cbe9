import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for this many milliseconds. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [debouncedValue, setDebouncedValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(() => value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debouncedValue
}
