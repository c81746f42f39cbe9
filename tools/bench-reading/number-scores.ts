/** Numbers of a text compared with those that people read: their digits, and where their points and commas are. */
export type NumberScore = {
  readonly count: number
  /** Numbers with the right digits, and points and commas at the right places. */
  readonly right: number
  /** Numbers with the right digits and a point or comma that is not printed. */
  readonly inventedPoints: number
  /** Numbers with the right digits that lack a point or comma. */
  readonly lostPoints: number
}

const number = /\d(?:[\d.,]*\d)?/g
const minDigits = 2

export function scoreNumbers(truth: string, text: string): NumberScore {
  const unmatchedNumbers = numbersOf(text)
  const take = (isMatch: (candidate: string) => boolean) => {
    const index = unmatchedNumbers.findIndex(isMatch)
    return index >= 0 && unmatchedNumbers.splice(index, 1).length > 0
  }
  const expectedNumbers = numbersOf(truth)
  const otherNumbers = expectedNumbers.filter((expected) => !take((one) => one === expected))
  // A comma for a point is another number, but neither invented nor lost.
  const hasLength = (expected: string, isLength: (difference: number) => boolean) =>
    take((one) => digitsOf(one) === digitsOf(expected) && isLength(one.length - expected.length))
  const withoutMore = otherNumbers.filter(
    (expected) => !hasLength(expected, (difference) => difference > 0),
  )
  return {
    count: expectedNumbers.length,
    right: expectedNumbers.length - otherNumbers.length,
    inventedPoints: otherNumbers.length - withoutMore.length,
    lostPoints: withoutMore.filter((expected) =>
      hasLength(expected, (difference) => difference < 0),
    ).length,
  }
}

function numbersOf(text: string): string[] {
  return (text.match(number) ?? []).filter((one) => digitsOf(one).length >= minDigits)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
