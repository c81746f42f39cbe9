import { fabricatedPlaceholder } from '../values/non-answers.ts'
import type { MaskedValue } from './mask-texts.ts'
import {
  codeLength,
  type ParsedPlaceholder,
  parsePlaceholder,
  placeholderPattern,
  withoutIncompletePlaceholder,
} from './placeholders.ts'

type UnmaskOptions = {
  /** Whether the text is cut off, so that it may end inside a placeholder. */
  readonly isCut?: boolean
  /** Whether the text is for people: invented placeholders become an ellipsis instead of a mark. */
  readonly isProse?: boolean
}

/**
 * Replaces placeholders by their values. A slightly changed placeholder is repaired when it can
 * only be one; an invented one is replaced by `fabricatedPlaceholder`.
 */
export function unmaskText(
  text: string,
  maskedValues: readonly MaskedValue[],
  { isCut = false, isProse = false }: UnmaskOptions = {},
): string {
  const valuesByCode = indexByCode(maskedValues)
  const isJson = looksLikeJson(text)
  const whole = isCut ? withoutIncompletePlaceholder(text) : text
  return whole.replace(placeholderPattern, (...match: string[]) => {
    const [placeholder = '', kind = '', code = ''] = match
    const read = parsePlaceholder([placeholder, kind, code] as RegExpMatchArray)
    const original = findOriginal(read, valuesByCode)
    if (original !== undefined) return isJson ? escapeForJson(original) : original
    if (!read.isStrict) return placeholder
    return isProse ? '…' : fabricatedPlaceholder
  })
}

type ValuesByCode = ReadonlyMap<string, string>

function indexByCode(maskedValues: readonly MaskedValue[]): ValuesByCode {
  return new Map(
    maskedValues.map(({ placeholder, original }) => [
      placeholder.slice(-codeLength - 1, -1),
      original,
    ]),
  )
}

/** Finds the value by the code alone: no two values of a call have the same one. */
function findOriginal({ code }: ParsedPlaceholder, valuesByCode: ValuesByCode): string | undefined {
  const exact = valuesByCode.get(code)
  if (exact !== undefined) return exact
  if (Math.abs(code.length - codeLength) > 1) return undefined
  const similarCodes = [...valuesByCode.keys()].filter((candidate) => isNear(code, candidate))
  return similarCodes.length === 1 && similarCodes[0] !== undefined
    ? valuesByCode.get(similarCodes[0])
    : undefined
}

/** Whether the codes differ in one letter, or one letter is missing or added. */
function isNear(a: string, b: string): boolean {
  let prefixLength = 0
  while (prefixLength < a.length && prefixLength < b.length && a[prefixLength] === b[prefixLength])
    prefixLength += 1
  const ends = [
    [a.slice(prefixLength + 1), b.slice(prefixLength + 1)],
    [a.slice(prefixLength), b.slice(prefixLength + 1)],
    [a.slice(prefixLength + 1), b.slice(prefixLength)],
  ] as const
  return ends.some(([left, right]) => left === right)
}

/** An opening bracket alone does not count, because a placeholder begins with one as well. */
const looksLikeJson = (text: string) =>
  /^\s*(?:```[a-z]{0,8}\s{0,8})?(?:\{|\[\s{0,80}["{[])/.test(text) || text.includes('{"')

const escapeForJson = (text: string) => JSON.stringify(text).slice(1, -1)
