import type { AddressSearch } from '../../shared/navigation/address-search.ts'

const name = 'recto_key='

/** Returns the search parameters with the key that a previous site has left in a cookie. */
export function carriedSearch(search: AddressSearch): AddressSearch {
  const cookie = document.cookie.split(';').find((one) => one.trim().startsWith(name))
  const key = cookie?.trim().slice(name.length, name.length + 200)
  return !key || 'key' in search ? search : { ...search, key }
}
