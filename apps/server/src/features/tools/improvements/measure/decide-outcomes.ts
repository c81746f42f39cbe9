import { significantTests } from '@recto/extraction/sign-test'

/**
 * Returns the risk that a test may accept by chance. The held-out part is the same for every run, so later tests of a field get less of it:
 * all of them together stay within 5 %.
 */
export const riskOfTest = (earlierTests: number): number =>
  earlierTests === 0 ? 0.04 : 0.01 / 2 ** earlierTests

/** Returns how many answers must become right, if none becomes wrong, so that a test can succeed. */
export const countNeeded = (earlierTests: number): number =>
  Math.ceil(-Math.log2(riskOfTest(earlierTests)))

type TestedField = {
  readonly chance: number
  /** Number of earlier tests of the field. */
  readonly earlierTests: number
  readonly isWorseElsewhere: boolean
}

/** Decides about the fields that one run has tested, which share the risk. */
export function decideOutcomes(
  fields: readonly TestedField[],
): readonly ('proposed' | 'not_proven' | 'worse_elsewhere')[] {
  const provenFields = significantTests(
    fields.map(({ chance }) => chance),
    fields.map(({ earlierTests }) => riskOfTest(earlierTests)),
  )
  return fields.map(({ isWorseElsewhere }, index) => {
    if (!provenFields[index]) return 'not_proven'
    return isWorseElsewhere ? 'worse_elsewhere' : 'proposed'
  })
}
