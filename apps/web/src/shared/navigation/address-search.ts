import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type AddressSearch = { readonly [name: string]: unknown }

/** Returns the unvalidated search parameters of the page; callers must validate what they read. */
export const useAddressSearch = (): AddressSearch => useSearch({ strict: false }) as AddressSearch

/** Changes search parameters without a new history entry; `undefined` removes one. */
export function useChangeAddressSearch(): (changes: AddressSearch) => void {
  const navigate = useNavigate()
  return useCallback(
    (changes) => {
      const search = (old: AddressSearch) => ({ ...old, ...changes })
      void navigate({ to: '.', search: search as never, replace: true })
    },
    [navigate],
  )
}

/** Returns the value if it is one of the names, otherwise the first name. */
export const oneOf = <Name extends string>(
  names: readonly [Name, ...Name[]],
  value: unknown,
): Name => names.find((name) => name === value) ?? names[0]

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
