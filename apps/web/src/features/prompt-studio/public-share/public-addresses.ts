import { listAdapters } from '@recto/contract/adapters'
import type { Endpoint } from '@recto/contract/endpoint'
import { listProfiles } from '@recto/contract/profiles'
import { cloneProject } from '@recto/contract/project-files'
import * as documents from '@recto/contract/prompt-documents'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-outputs'
import { getProject, getSelectChoices } from '@recto/contract/prompt-studio'
import * as shares from '@recto/contract/public-shares'
import { addressOf } from '../../../shared/api/address.ts'

type Ask = NonNullable<Parameters<typeof addressOf>[1]['query']>
type Counterpart = {
  readonly endpoint: Endpoint
  /** What of a member's question a stranger asks too, by its name there. */
  readonly asks?: Readonly<Record<string, string>>
}

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const same = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** What strangers read instead of what members do. */
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
 * Where the calls of the studio go on the page of a share, but for those that members make there too. Throws for one that has no public counterpart:
 * nothing is changed there.
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
