import type { SentTexts } from '@recto/contract/sent-texts'

/** What has been sent to adapters that are outside. */
export type SentText = {
  readonly calls: readonly {
    readonly step: string
    readonly model: string
    readonly system: string
    readonly prompt: string
    readonly isCut: boolean
  }[]
  /** What placeholders stand for; null where nobody knows any more. */
  readonly originals: ReadonlyMap<string, string | null>
}

export const sentFromWire = ({ calls, placeholders }: SentTexts): SentText => ({
  calls: calls.map(({ is_cut: isCut, ...call }) => ({ ...call, isCut })),
  originals: new Map(placeholders.map((one) => [one.placeholder, one.original])),
})
