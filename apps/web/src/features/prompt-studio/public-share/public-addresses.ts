import { listAdapters } from '@recto/contract/adapters/adapters'
import { listProfiles } from '@recto/contract/prompt-studio/profiles'
import { cloneProject } from '@recto/contract/prompt-studio/project-files'
import * as documents from '@recto/contract/prompt-studio/prompt-documents'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject, getSelectChoices } from '@recto/contract/prompt-studio/prompt-studio'
import * as shares from '@recto/contract/prompt-studio/public-shares'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { type AddressParts, addressOf } from '../../../shared/api/address.ts'

type Ask = NonNullable<AddressParts['query']>
type Counterpart = {
  readonly endpoint: Endpoint
  /** Query parameters that are passed on: the member's name of each and its public name. */
  readonly asks?: Readonly<Record<string, string>>
}

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const same = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** The public endpoint for each endpoint that a member reads from. */
const counterparts = new Map<string, Counterpart>([
  [keyOf(getProject), { endpoint: shares.getPublicProject }],
  [keyOf(listProfiles), { endpoint: shares.listPublicProfiles }],
  [keyOf(getSelectChoices), { endpoint: shares.getPublicChoices }],
  [keyOf(listAdapters), { endpoint: shares.listPublicAdapters, asks: same('adapter_type') }],
  [keyOf(documents.listDocuments), { endpoint: shares.listPublicDocuments }],
  [
    keyOf(documents.readDocument),
    { endpoint: shares.readPublicDocument, asks: same('document_id', 'view_type') },
  ],
  [
    keyOf(documents.listDocumentPages),
    { endpoint: shares.listPublicPages, asks: same('document_id') },
  ],
  [
    keyOf(documents.drawDocumentPage),
    { endpoint: shares.drawPublicPage, asks: same('document_id', 'page', 'width') },
  ],
  [
    keyOf(documents.listDocumentIndexes),
    { endpoint: shares.listPublicIndexes, asks: { profile_manager: 'profile_id' } },
  ],
  [
    keyOf(listPromptOutputs),
    {
      endpoint: shares.listPublicOutputs,
      asks: same('prompt_id', 'document_manager', 'profile_manager', 'is_single_pass_extract'),
    },
  ],
  [
    keyOf(listDefaultOutputs),
    {
      endpoint: shares.listPublicDefaultOutputs,
      asks: { document_manager: 'document_id', nulls: 'nulls' },
    },
  ],
])

type Detour = NonNullable<
  Parameters<typeof import('../../../shared/api/address.ts')['detourTo']>[0]
>

/**
 * Maps the requests of the studio to public endpoints on the page of a share, except for those that
 * members also make there. Throws for an endpoint without a public counterpart, since a shared
 * project is read-only.
 */
export const publicAddresses =
  (shareId: string, besides: readonly Endpoint[] = []): Detour =>
  (call, { query = {} }) => {
    if ([cloneProject, ...besides].some((one) => keyOf(one) === keyOf(call))) return undefined
    const found = counterparts.get(keyOf(call))
    if (!found) throw new Error(`${keyOf(call)} is not for the readers of a shared project.`)
    const asked: Ask = Object.fromEntries(
      Object.entries(found.asks ?? {}).map(([from, to]) => [to, query[from]]),
    )
    return addressOf(found.endpoint, { query: { id: shareId, ...asked } })
  }
