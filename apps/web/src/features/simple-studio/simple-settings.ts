import type { EndpointReply } from '@recto/contract/endpoint'
import type { getSimpleSettings } from '@recto/contract/simple-studio'

type Wire = EndpointReply<typeof getSimpleSettings>

export type HumanCheck = {
  readonly kind: NonNullable<Wire['human_check']>['kind']
  readonly siteKey: string
}

/** What the installation allows visitors. */
export type SimpleSettings = {
  readonly isOpen: boolean
  readonly humanCheck: HumanCheck | undefined
  readonly keepDays: number
  readonly mostDocuments: number
  readonly mostBytes: number
}

export const simpleSettingsFromWire = (wire: Wire): SimpleSettings => ({
  isOpen: wire.is_open,
  humanCheck: wire.human_check
    ? { kind: wire.human_check.kind, siteKey: wire.human_check.site_key }
    : undefined,
  keepDays: wire.keep_days,
  mostDocuments: wire.most_documents,
  mostBytes: wire.most_bytes_of_document,
})
