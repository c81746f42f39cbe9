import { listAdapters } from '@recto/contract/adapters/adapters'
import { listProfiles } from '@recto/contract/prompt-studio/profiles'
import { cloneProject } from '@recto/contract/prompt-studio/project-files'
import * as documents from '@recto/contract/prompt-studio/prompt-documents'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject, getSelectChoices } from '@recto/contract/prompt-studio/prompt-studio'
import * as shares from '@recto/contract/prompt-studio/public-shares'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { type AddressParts, addressOf } from '../../../shared/api/address.ts'

type QueryParams = NonNullable<AddressParts['query']>
type Counterpart = {
  readonly endpoint: Endpoint
  /** Query parameters that are passed on: the member's name of each and its public name. */
  readonly publicNames?: Readonly<Record<string, string>>
}

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const sameNames = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, name]))

/** The public endpoint for each endpoint that a member reads from. */
const counterparts = new Map<string, Counterpart>([
  [keyOf(getProject), { endpoint: shares.getPublicProject }],
  [keyOf(listProfiles), { endpoint: shares.listPublicProfiles }],
  [keyOf(getSelectChoices), { endpoint: shares.getPublicChoices }],
  [
    keyOf(listAdapters),
    { endpoint: shares.listPublicAdapters, publicNames: sameNames('adapter_type') },
  ],
  [keyOf(documents.listDocuments), { endpoint: shares.listPublicDocuments }],
  [
    keyOf(documents.readDocumentFile),
    { endpoint: shares.readPublicDocument, publicNames: sameNames('document_id', 'view_type') },
  ],
  [
    keyOf(documents.listDocumentPages),
    { endpoint: shares.listPublicPages, publicNames: sameNames('document_id') },
  ],
  [
    keyOf(documents.drawDocumentPage),
    { endpoint: shares.drawPublicPage, publicNames: sameNames('document_id', 'page', 'width') },
  ],
  [
    keyOf(documents.listDocumentIndexes),
    { endpoint: shares.listPublicIndexes, publicNames: { profile_manager: 'profile_id' } },
  ],
  [
    keyOf(listPromptOutputs),
    {
      endpoint: shares.listPublicOutputs,
      publicNames: sameNames(
        'prompt_id',
        'document_manager',
        'profile_manager',
        'is_single_pass_extract',
      ),
    },
  ],
  [
    keyOf(listDefaultOutputs),
    {
      endpoint: shares.listPublicDefaultOutputs,
      publicNames: { document_manager: 'document_id', nulls: 'nulls' },
    },
  ],
])

type AddressOverride = NonNullable<
  Parameters<typeof import('../../../shared/api/address.ts')['overrideAddresses']>[0]
>

/**
 * Maps the requests of the studio to public endpoints on the page of a share, except for those that
 * members also make there. Throws for an endpoint without a public counterpart, since a shared
 * project is read-only.
 */
export const publicAddresses =
  (shareId: string, memberEndpoints: readonly Endpoint[] = []): AddressOverride =>
  (call, { query = {} }) => {
    if ([cloneProject, ...memberEndpoints].some((endpoint) => keyOf(endpoint) === keyOf(call)))
      return undefined
    const counterpart = counterparts.get(keyOf(call))
    if (!counterpart) throw new Error(`${keyOf(call)} is not for the readers of a shared project.`)
    const publicQuery: QueryParams = Object.fromEntries(
      Object.entries(counterpart.publicNames ?? {}).map(([from, to]) => [to, query[from]]),
    )
    return addressOf(counterpart.endpoint, { query: { id: shareId, ...publicQuery } })
  }
