import { isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { unmaskText } from '@recto/extraction/unmask-text'
import type { Json } from '@recto/provider-spec/answer'
import type { Context } from '../../../../platform/context.ts'
import {
  type MaskingRules,
  openMasking,
  valuesToMask,
} from '../../../model-calls/model-calls.port.ts'
import type { TestCase } from '../../regression-tests/test-cases.ts'
import type { PromptWording } from '../measure/improve-field.ts'
import type { ShownCase } from './build-proposal-request.ts'

/** A field as a model sees it: its name and prompt, and some cases. */
type ShownField = {
  readonly key: string
  readonly current: PromptWording
  readonly cases: readonly ShownCase[]
}

type FieldToMask = {
  readonly rules: MaskingRules
  /** All values of masked prompts in the documents of the cases. */
  readonly values: readonly string[]
  readonly field: ShownField
  /** The scope of the placeholders, which are the same in each run of a project. */
  readonly scope: string
  readonly signal?: AbortSignal | undefined
}

type MaskedField = { readonly field: ShownField; readonly unmask: (reply: string) => string }

/**
 * Masks what a model sees of a field value by value, before anything is shortened or written as JSON: a value that is cut, or has escapes in
 * it, would not be recognized.
 */
export async function maskField(
  ctx: Pick<Context, 'compute'>,
  { rules, values, field, scope, signal }: FieldToMask,
): Promise<MaskedField> {
  const knownRules = { ...rules, unknown: undefined, values: [...new Set(values)].toSorted() }
  const masking = openMasking(ctx, { rules: knownRules, scope, signal })
  if (!masking) return { field, unmask: (reply) => reply }
  const texts: string[] = []
  mapField(field, (text) => {
    texts.push(text)
    return text
  })
  const { texts: maskedTexts, masked: replacements } = await masking.mask(texts)
  const textByOriginal = new Map(texts.map((text, index) => [text, maskedTexts[index] ?? '']))
  return {
    field: mapField(field, (text) => textByOriginal.get(text) ?? ''),
    unmask: (reply) => unmaskText(reply, replacements, { isCut: true, isProse: true }),
  }
}

type MapText = (text: string) => string

const mapField = ({ key, current, cases }: ShownField, map: MapText): ShownField => ({
  key: map(key),
  current: { ...current, prompt: map(current.prompt) },
  cases: cases.map(({ expectedValue, answer, isRight, line }) => ({
    expectedValue: expectedValue && mapValue(expectedValue, map),
    answer: answer && mapValue(answer, map),
    isRight,
    line: line && map(line),
  })),
})

/** Maps the cells of a list one by one. */
function mapValue(value: string, map: MapText): string {
  const list = parseContainer(value)
  return list === undefined ? map(value) : JSON.stringify(mapLeaves(list, map))
}

function mapLeaves(value: Json, map: MapText): Json {
  if (typeof value === 'string') return map(value)
  if (isAnyNumber(value)) {
    const text = String(value)
    const mappedText = map(text)
    return mappedText === text ? value : mappedText
  }
  if (Array.isArray(value)) return value.map((part: Json) => mapLeaves(part, map))
  if (!isContainer(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [map(key), mapLeaves(part as Json, map)]),
  )
}

function parseContainer(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = parseExactJson(text) as Json
    return isContainer(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Lists the values of masked prompts in a document: those that were found in it, and those that are expected; `undefined` if one of them
 * is not known.
 */
export function listValuesToMask(
  { hash, expectedValues }: Pick<TestCase, 'hash' | 'expectedValues'>,
  maskedKeys: readonly string[],
  foundValues: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] | undefined {
  if (maskedKeys.length === 0) return []
  const valuesOfDocument = foundValues.get(hash)
  if (!valuesOfDocument) return undefined
  const ownValues = expectedValues
    .filter(({ key, value }) => maskedKeys.includes(key) && value !== null)
    .flatMap(({ value }) => valuesToMask(parseContainer(value ?? '') ?? value, null))
  return [...valuesOfDocument, ...ownValues]
}
