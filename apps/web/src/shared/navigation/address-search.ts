import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type AddressSearch = { readonly [name: string]: unknown }

/** The query of the page's address as it stands; whoever reads it admits only what it knows. */
export const useAddressSearch = (): AddressSearch => useSearch({ strict: false }) as AddressSearch

/** Changes parts of the query without a new step in the history; `undefined` takes a part away. */
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

/** The one of the names that the address has, else the first. */
export const oneOf = <Name extends string>(
  names: readonly [Name, ...Name[]],
  value: unknown,
): Name => names.find((name) => name === value) ?? names[0]

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
