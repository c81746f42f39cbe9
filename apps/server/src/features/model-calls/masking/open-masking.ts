import { createHash } from 'node:crypto'
import type { MaskedTexts } from '@recto/extraction/mask-texts'
import { type MaskingSettings, masksNothing } from '@recto/extraction/masking-settings'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { maskInPlace, type TextsToMask } from './mask-in-place.ts'

/** What is masked where texts go to adapters that are outside. */
export type MaskingRules = MaskingSettings & {
  /** Prompts whose values are masked and not known yet: until they are, nothing may leave. */
  readonly unknown?: readonly string[] | undefined
}

/** Masks what goes to adapters that are outside, in one run. */
export type RunMasking = {
  /** Names the rules: what was made under others is made anew. */
  readonly digest: string
  /** Throws 400 while a value that is to be masked is not known. */
  mask(texts: readonly string[]): Promise<MaskedTexts>
  /** The same for texts that nothing comes back from: in the place of a value stands only what it is. */
  hide(texts: readonly string[]): Promise<readonly string[]>
}

type Given = {
  readonly rules: MaskingRules | undefined
  /** Under which a value always has the same placeholder: nothing that a service is told. */
  readonly scope: string
  /** Ends what is computed. */
  readonly signal?: AbortSignal | undefined
}

/** Texts of more letters than this are masked in a process of their own. */
const mostHere = 20_000

/** Nothing where the rules mask nothing. */
export function openMasking(
  { compute }: Pick<Context, 'compute'>,
  { rules, scope, signal }: Given,
): RunMasking | undefined {
  if (!rules || (masksNothing(rules) && !rules.unknown?.length)) return undefined
  const { unknown = [], ...settings } = rules

  async function run(asked: Pick<TextsToMask, 'texts' | 'isHidden'>): Promise<MaskedTexts> {
    if (unknown.length > 0) throw notKnown(unknown)
    const input: TextsToMask = { ...asked, settings, scope }
    const letters = asked.texts.reduce((sum, { length }) => sum + length, 0)
    if (letters <= mostHere) return maskInPlace(input)
    const nothing = async () => new Uint8Array()
    const operation = 'maskTexts'
    const result = await compute.run({
      key: 'no document',
      load: nothing,
      operation,
      input,
      signal,
    })
    // The process runs the same operation.
    return result as MaskedTexts
  }

  return {
    digest: createHash('sha256').update(JSON.stringify(rules)).digest('hex'),
    mask: (texts) => run({ texts, isHidden: false }),
    hide: async (texts) => (await run({ texts, isHidden: true })).texts,
  }
}

function notKnown(keys: readonly string[]) {
  const named = keys.map((key) => `“${key}”`).join(', ')
  return badRequest(
    `The values of ${named} are masked, and are not known for this document yet. Answer them first, with adapters that are not outside.`,
  )
}
