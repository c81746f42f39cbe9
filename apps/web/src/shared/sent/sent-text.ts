import type { SentTexts } from '@recto/contract/usage/sent-texts'

/** An image of a page that was sent. */
export type SentImage = {
  /** Counted from 1. */
  readonly page: number
  /** SHA-256. */
  readonly digest: string
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** In bytes. */
  readonly size: number
}

/** The text that was sent to external adapters, and what models wrote before they answered. */
export type SentText = {
  readonly calls: readonly {
    readonly step: string
    readonly model: string
    readonly system: string
    readonly prompt: string
    readonly isTruncated: boolean
    readonly images: readonly SentImage[]
  }[]
  readonly reasoning: readonly {
    readonly step: string
    readonly model: string
    readonly text: string
    readonly isTruncated: boolean
  }[]
  /** Original values by placeholder; null if no longer known. */
  readonly originals: ReadonlyMap<string, string | null>
}

export const sentFromWire = ({ calls, reasoning: texts, placeholders }: SentTexts): SentText => ({
  calls: calls.map(({ is_cut: isTruncated, ...call }) => ({ ...call, isTruncated })),
  reasoning: texts.map(({ is_cut: isTruncated, ...call }) => ({ ...call, isTruncated })),
  originals: new Map(placeholders.map((entry) => [entry.placeholder, entry.original])),
})
