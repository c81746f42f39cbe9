import type { getSimpleSettings } from '@recto/contract/simple-studio/simple-studio'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

type Wire = EndpointReply<typeof getSimpleSettings>

export type HumanCheck = {
  readonly kind: NonNullable<Wire['human_check']>['kind']
  readonly siteKey: string
}

/** Features that the installation offers to visitors. */
export type SimpleSettings = {
  readonly isOpen: boolean
  readonly humanCheck: HumanCheck | undefined
  readonly retentionDays: number
  readonly maxDocuments: number
  readonly maxBytes: number
}

export const simpleSettingsFromWire = (wire: Wire): SimpleSettings => ({
  isOpen: wire.is_open,
  humanCheck: wire.human_check
    ? { kind: wire.human_check.kind, siteKey: wire.human_check.site_key }
    : undefined,
  retentionDays: wire.keep_days,
  maxDocuments: wire.most_documents,
  maxBytes: wire.most_bytes_of_document,
})
