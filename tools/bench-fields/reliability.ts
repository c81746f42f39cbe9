export type JudgedConfidence = { readonly confidence: number; readonly isRight: boolean }

const bins = 10

/** Returns the number of values, their mean confidence and the share of right ones for each tenth of the scale. */
export function reliabilityOf(values: readonly JudgedConfidence[]) {
  return Array.from({ length: bins }, (_, bin) => {
    const own = values.filter(({ confidence }) => binOf(confidence) === bin)
    return {
      confidence: `${bin / bins} to ${(bin + 1) / bins}`,
      values: own.length,
      mean: own.length === 0 ? null : roundTo3(meanOf(own.map(({ confidence }) => confidence))),
      right: own.length === 0 ? null : roundTo3(meanOf(own.map(rightness))),
    }
  })
}

/** Returns the expected calibration error over ten bins. */
export function calibrationError(values: readonly JudgedConfidence[]): number {
  let sum = 0
  for (let bin = 0; bin < bins; bin++) {
    const own = values.filter(({ confidence }) => binOf(confidence) === bin)
    if (own.length === 0) continue
    sum +=
      own.length *
      Math.abs(meanOf(own.map(({ confidence }) => confidence)) - meanOf(own.map(rightness)))
  }
  return sum / Math.max(1, values.length)
}

/** Returns how often a right value has more confidence than a wrong one; 0.5 is chance. */
export function discrimination(values: readonly JudgedConfidence[]): number | null {
  const right = values.filter(({ isRight }) => isRight)
  const wrong = values.filter(({ isRight }) => !isRight)
  if (right.length === 0 || wrong.length === 0) return null
  const wins = right.flatMap(({ confidence }) =>
    wrong.map((wrongValue) => (Math.sign(confidence - wrongValue.confidence) + 1) / 2),
  )
  return meanOf(wins)
}

const rightness = ({ isRight }: JudgedConfidence) => (isRight ? 1 : 0)

const binOf = (confidence: number) => Math.min(bins - 1, Math.floor(confidence * bins))

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

const roundTo3 = (number: number) => Math.round(number * 1000) / 1000
