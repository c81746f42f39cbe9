import { createHash } from 'node:crypto'
import type { MaskedTexts } from '@recto/extraction/mask-texts'
import { type MaskingSettings, masksNothing } from '@recto/extraction/masking-settings'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { maskInProcess, type TextsToMask } from './mask-in-place.ts'

/** Rules for masking texts that are sent to external adapters. */
export type MaskingRules = MaskingSettings & {
  /**
   * Keys of prompts whose values must be masked but are not yet known; until they are, nothing may
   * be sent. The rules are part of a digest that is stored, so this key keeps its name.
   */
  readonly unknown?: readonly string[] | undefined
}

/** Masks what one run sends to external adapters. */
export type RunMasking = {
  /** Digest of the rules: data that was made under other rules is made anew. */
  readonly digest: string
  /** Throws 400 while a value to be masked is not yet known. */
  mask(texts: readonly string[]): Promise<MaskedTexts>
  /** One-way masking: replaces each value by its kind, for texts that are never unmasked. */
  redact(texts: readonly string[]): Promise<readonly string[]>
}

type MaskingOptions = {
  readonly rules: MaskingRules | undefined
  /** Scope in which a value always gets the same placeholder; never sent to a service. */
  readonly scope: string
  readonly signal?: AbortSignal | undefined
}

/** Maximum total length of texts that are masked in this process. */
const maxInProcessLetters = 20_000

/** Returns `undefined` when the rules mask nothing. */
export function openMasking(
  { compute }: Pick<Context, 'compute'>,
  { rules, scope, signal }: MaskingOptions,
): RunMasking | undefined {
  if (!rules || (masksNothing(rules) && !rules.unknown?.length)) return undefined
  const { unknown: unknownKeys = [], ...settings } = rules

  async function run(request: Pick<TextsToMask, 'texts' | 'isOneWay'>): Promise<MaskedTexts> {
    if (unknownKeys.length > 0) throw unknownValuesError(unknownKeys)
    const input: TextsToMask = { ...request, settings, scope }
    const letters = request.texts.reduce((sum, { length }) => sum + length, 0)
    if (letters <= maxInProcessLetters) return maskInProcess(input)
    const noBytes = async () => new Uint8Array()
    const operation = 'maskTexts'
    const result = await compute.run({
      key: 'no document',
      load: noBytes,
      operation,
      input,
      signal,
    })
    // The operation `maskTexts` returns this type.
    return result as MaskedTexts
  }

  return {
    digest: createHash('sha256').update(JSON.stringify(rules)).digest('hex'),
    mask: (texts) => run({ texts, isOneWay: false }),
    redact: async (texts) => (await run({ texts, isOneWay: true })).texts,
  }
}

function unknownValuesError(keys: readonly string[]) {
  const quotedKeys = keys.map((key) => `“${key}”`).join(', ')
  return badRequest(
    `The values of ${quotedKeys} must be masked, but they have not been extracted from this document yet. Run these prompts first, with adapters that are not external.`,
  )
}
