import { mostSentCalls, mostSentLetters, type SentTexts } from '@recto/contract/sent-texts'
import type { Masked } from '@recto/extraction/mask-texts'
import { type RecordedCall, stepOf } from './recorded-calls.ts'

type SentCall = SentTexts['calls'][number]

const placeholder = /\[[A-Z]{4,5}-[BCDFGHJKLMNPQRSTVWXZ]{5}\]/g

/**
 * What calls have sent to adapters that are outside. What placeholders in it stand for is stored nowhere: `originals`
 * is asked for it, when there are any.
 */
export async function sentTexts(
  recorded: readonly RecordedCall[],
  originals: () => Promise<readonly Masked[]>,
): Promise<SentTexts> {
  const calls = recorded.flatMap((call) => sentBy(call) ?? []).slice(0, mostSentCalls)
  const used = new Set(
    calls.flatMap(({ prompt, system }) => `${prompt} ${system}`.match(placeholder) ?? []),
  )
  const found = used.size > 0 ? await originals() : []
  const known = new Map(found.map((one) => [one.placeholder, one.original]))
  return {
    calls,
    placeholders: [...used].map((one) => ({ placeholder: one, original: known.get(one) ?? null })),
  }
}

type Kept = {
  readonly isOutside?: boolean
  readonly system?: string
  readonly prompt?: string
}

function sentBy(call: RecordedCall): SentCall | undefined {
  const { isOutside, system = '', prompt = '' } = (call.request ?? {}) as Kept
  if (!isOutside) return undefined
  return {
    step: stepOf(call),
    model: call.model,
    system: system.slice(0, mostSentLetters),
    prompt: prompt.slice(0, mostSentLetters),
    is_cut: Math.max(prompt.length, system.length) > mostSentLetters,
  }
}
