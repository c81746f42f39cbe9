import type * as api from '@recto/contract/simple-studio/simple-studio'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import type { AddressSearch } from '../../shared/navigation/address-search.ts'

export type SimpleDocument = {
  readonly id: string
  readonly name: string
  readonly status: api.IndexStatus
}

/** A visitor's project. */
export type SimpleProject = {
  readonly id: string
  readonly name: string
  /** Id of the public link through which the studio pages read the project. */
  readonly shareId: string
  readonly expiresAt: string
  readonly documents: readonly SimpleDocument[]
}

export const simpleDocumentFromWire = (wire: api.SimpleDocument): SimpleDocument => ({
  id: wire.document_id,
  name: showHiddenCharacters(wire.document_name),
  status: wire.index_status,
})

export const simpleProjectFromWire = (wire: api.SimpleProject): SimpleProject => ({
  id: wire.tool_id,
  name: wire.tool_name,
  shareId: wire.share_id,
  expiresAt: wire.expires_at,
  documents: wire.documents.map(simpleDocumentFromWire),
})

const cookieName = 'recto_key='

/** Returns the search parameters with the key that a previous site has left in a cookie. */
export function withCookieKey(search: AddressSearch): AddressSearch {
  const cookie = document.cookie.split(';').find((pair) => pair.trim().startsWith(cookieName))
  const key = cookie?.trim().slice(cookieName.length, cookieName.length + 200)
  return !key || 'key' in search ? search : { ...search, key }
}
