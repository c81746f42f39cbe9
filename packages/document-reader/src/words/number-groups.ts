import type { BaseDirection } from '../direction/bidi.ts'

/** A group of digits with the signs that numbers have, and no letter. */
const group = /^[+\-\u2212(]?\p{Nd}[\p{Nd}.,:/)\u066b\u066c-]*%?$/u
const currency = /^\p{Sc}$/u

/** Whether a text of several words has numbers and no words. */
export function isNumberGroups(texts: readonly string[]): boolean {
  const groups = texts.filter((text) => !currency.test(text))
  return texts.length > 1 && groups.length > 0 && groups.every((text) => group.test(text))
}

/**
 * Where a number of several groups begins, if its groups tell: they come as they are seen from the left. A text from the right
 * shows them from the right, unless something kept them together, such as a no-break space.
 */
export function findNumberStart(texts: readonly string[]): BaseDirection | undefined {
  if (texts.length < 2) return undefined
  const fromRight = texts.toReversed()
  for (const looksWhole of [hasThousands, hasPrefix, endsShort]) {
    const isFromLeft = looksWhole(texts)
    if (isFromLeft !== looksWhole(fromRight)) return isFromLeft ? 'ltr' : 'rtl'
  }
  return undefined
}

const upToThree = /^[+-]?\p{Nd}{1,3}$/u
const three = /^\p{Nd}{3}$/u
const lastThree = /^\p{Nd}{3}(?:[.,\u066b]\p{Nd}+)?$/u

/** Groups of three, as in 12 345,60. */
function hasThousands(texts: readonly string[]): boolean {
  return texts.every((text, i) => {
    if (i === 0) return upToThree.test(text)
    return (i === texts.length - 1 ? lastThree : three).test(text)
  })
}

/** Numbers of telephones and accounts begin with a plus or a zero. */
function hasPrefix([first = '']: readonly string[]): boolean {
  return /^(?:\+|\(?[0\u0660\u06f0])\p{Nd}/u.test(first)
}

const digits = /^\p{Nd}{3,}$/u

/** Equal groups with a shorter one at the end, as account numbers are written. */
function endsShort(texts: readonly string[]): boolean {
  const last = texts.at(-1)!
  const groups = texts.slice(0, -1)
  const { length } = texts[0]!
  if (!groups.every((text) => digits.test(text) && text.length === length)) return false
  return /^\p{Nd}+$/u.test(last) && last.length < length
}
