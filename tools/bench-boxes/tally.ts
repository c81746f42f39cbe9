import type { BoxScore, FormScore } from './score-form.ts'

/** Counts of boxes. */
export type Tally = {
  readonly count: number
  readonly found: number
  readonly right: number
  readonly assigned: number
  readonly whole: number
  readonly falseMarks: number
}

export function tallyOf(scores: readonly FormScore[]): Tally {
  const falseMarks = scores.reduce((sum, score) => sum + score.falseMarks, 0)
  return { ...tallyOfBoxes(scores.flatMap(({ boxes }) => boxes)), falseMarks }
}

/** The counts for each kind of box, ticked and empty. */
export function talliesOfKinds(
  scores: readonly FormScore[],
): readonly (readonly [string, Tally])[] {
  const groups = Map.groupBy(
    scores.flatMap(({ boxes }) => boxes),
    ({ kind, isTicked }) => `${kind} ${isTicked ? 'ticked' : 'empty'}`,
  )
  return [...groups].map(([kind, boxes]) => [kind, tallyOfBoxes(boxes)] as const)
}

function tallyOfBoxes(boxes: readonly BoxScore[]): Tally {
  const countOf = (isCounted: (box: BoxScore) => boolean) => boxes.filter(isCounted).length
  return {
    count: boxes.length,
    found: countOf(({ isFound }) => isFound),
    right: countOf(({ isRight }) => isRight),
    assigned: countOf(({ isAssigned }) => isAssigned),
    whole: countOf(({ isLabelWhole }) => isLabelWhole),
    falseMarks: 0,
  }
}
