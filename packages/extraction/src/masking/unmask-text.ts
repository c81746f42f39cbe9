import { fabricatedPlaceholder } from '../values/non-answers.ts'
import type { Masked } from './mask-texts.ts'
import {
  anyPlaceholder,
  codeLength,
  type ReadPlaceholder,
  readPlaceholder,
  withoutBegun,
} from './placeholders.ts'

type Options = {
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
  masked: readonly Masked[],
  { isCut = false, isProse = false }: Options = {},
): string {
  const known = codesOf(masked)
  const isJson = looksLikeJson(text)
  const whole = isCut ? withoutBegun(text) : text
  return whole.replace(anyPlaceholder, (...match: string[]) => {
    const [found = '', kind = '', code = ''] = match
    const read = readPlaceholder([found, kind, code] as RegExpMatchArray)
    const original = originalOf(read, known)
    if (original !== undefined) return isJson ? insideOfString(original) : original
    if (!read.isStrict) return found
    return isProse ? '…' : fabricatedPlaceholder
  })
}

type Known = ReadonlyMap<string, string>

function codesOf(masked: readonly Masked[]): Known {
  return new Map(
    masked.map(({ placeholder, original }) => [placeholder.slice(-codeLength - 1, -1), original]),
  )
}

/** Finds the value by the code alone: no two values of a call have the same one. */
function originalOf({ code }: ReadPlaceholder, known: Known): string | undefined {
  const exact = known.get(code)
  if (exact !== undefined) return exact
  if (Math.abs(code.length - codeLength) > 1) return undefined
  const near = [...known.keys()].filter((other) => isNear(code, other))
  return near.length === 1 && near[0] !== undefined ? known.get(near[0]) : undefined
}

/** Whether the codes differ in one letter, or one letter is missing or added. */
function isNear(a: string, b: string): boolean {
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1
  const ends = [
    [a.slice(same + 1), b.slice(same + 1)],
    [a.slice(same), b.slice(same + 1)],
    [a.slice(same + 1), b.slice(same)],
  ] as const
  return ends.some(([left, right]) => left === right)
}

/** A placeholder begins with a bracket as well. */
const looksLikeJson = (text: string) =>
  /^\s*(?:```[a-z]{0,8}\s{0,8})?(?:\{|\[\s{0,80}["{[])/.test(text) || text.includes('{"')

const insideOfString = (text: string) => JSON.stringify(text).slice(1, -1)
