export type Sure = { readonly sureness: number; readonly isRight: boolean }

const bins = 10

/** For each tenth of the scale: how many values, how sure they were, how many of them were right. */
export function reliabilityOf(values: readonly Sure[]) {
  return Array.from({ length: bins }, (_, bin) => {
    const own = values.filter(({ sureness }) => binOf(sureness) === bin)
    return {
      confidence: `${bin / bins} to ${(bin + 1) / bins}`,
      values: own.length,
      mean: own.length === 0 ? null : roundTo3(meanOf(own.map(({ sureness }) => sureness))),
      right: own.length === 0 ? null : roundTo3(meanOf(own.map(rightness))),
    }
  })
}

/** How far confidence is from the share that is right, on average over the values, by ten bins. */
export function calibrationError(values: readonly Sure[]): number {
  let sum = 0
  for (let bin = 0; bin < bins; bin++) {
    const own = values.filter(({ sureness }) => binOf(sureness) === bin)
    if (own.length === 0) continue
    sum +=
      own.length *
      Math.abs(meanOf(own.map(({ sureness }) => sureness)) - meanOf(own.map(rightness)))
  }
  return sum / Math.max(1, values.length)
}

/** How often a right value is surer than a wrong one; one half is chance. */
export function discrimination(values: readonly Sure[]): number | null {
  const right = values.filter(({ isRight }) => isRight)
  const wrong = values.filter(({ isRight }) => !isRight)
  if (right.length === 0 || wrong.length === 0) return null
  const wins = right.flatMap(({ sureness }) =>
    wrong.map((wrongValue) => (Math.sign(sureness - wrongValue.sureness) + 1) / 2),
  )
  return meanOf(wins)
}

const rightness = ({ isRight }: Sure) => (isRight ? 1 : 0)

const binOf = (sureness: number) => Math.min(bins - 1, Math.floor(sureness * bins))

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

const roundTo3 = (number: number) => Math.round(number * 1000) / 1000
