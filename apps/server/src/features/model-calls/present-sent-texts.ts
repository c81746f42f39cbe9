import { maxSentCalls, maxSentCharacters, type SentTexts } from '@recto/contract/usage/sent-texts'
import type { MaskedValue } from '@recto/extraction/mask-texts'
import type { ImageOfPage } from '@recto/provider-spec/llm'
import { getStepName, type RecordedCall } from './recorded-calls.ts'

type SentCall = SentTexts['calls'][number]
type ReasoningText = SentTexts['reasoning'][number]

const placeholder = /\[[A-Z]{4,5}-[BCDFGHJKLMNPQRSTVWXZ]{5}\]/g

/**
 * Presents what calls have sent to external adapters, and the reasoning of their models. The originals behind placeholders are not
 * stored: they are computed by `originals`, only when a placeholder was sent.
 */
export async function presentSentTexts(
  recordedCalls: readonly RecordedCall[],
  originals: () => Promise<readonly MaskedValue[]>,
): Promise<SentTexts> {
  const calls = recordedCalls.flatMap((call) => toSentCall(call) ?? []).slice(0, maxSentCalls)
  const placeholders = new Set(
    calls.flatMap(({ prompt, system }) => `${prompt} ${system}`.match(placeholder) ?? []),
  )
  const maskedValues = placeholders.size > 0 ? await originals() : []
  const originalByPlaceholder = new Map(maskedValues.map((one) => [one.placeholder, one.original]))
  return {
    calls,
    reasoning: recordedCalls.flatMap((call) => toReasoning(call) ?? []).slice(0, maxSentCalls),
    placeholders: [...placeholders].map((one) => ({
      placeholder: one,
      original: originalByPlaceholder.get(one) ?? null,
    })),
  }
}

function toReasoning(call: RecordedCall): ReasoningText | undefined {
  const { reasoning: text } = call
  if (!text?.trim()) return undefined
  return {
    step: getStepName(call),
    model: call.model,
    text: text.slice(0, maxSentCharacters),
    is_cut: text.length > maxSentCharacters,
  }
}

/** An image as it is stored with its request: by its digest. */
export type StoredImage = Omit<ImageOfPage, 'bytes'> & {
  /** In bytes. */
  readonly size: number
}

/** Keys of the stored JSON, which calls recorded earlier have as well. */
type StoredRequestFields = {
  readonly images?: readonly StoredImage[]
  readonly isOutside?: boolean
  readonly system?: string
  readonly prompt?: string
}

function toSentCall(call: RecordedCall): SentCall | undefined {
  const {
    isOutside,
    system = '',
    prompt = '',
    images = [],
  } = (call.request ?? {}) as StoredRequestFields
  if (!isOutside) return undefined
  return {
    step: getStepName(call),
    model: call.model,
    system: system.slice(0, maxSentCharacters),
    prompt: prompt.slice(0, maxSentCharacters),
    images: images.map(({ mediaType, ...image }) => ({ media_type: mediaType, ...image })),
    is_cut: Math.max(prompt.length, system.length) > maxSentCharacters,
  }
}
