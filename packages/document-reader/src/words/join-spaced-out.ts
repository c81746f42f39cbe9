import { joinWords, type PlacedWord } from './group-words.ts'

const minSteps = 3
/** In heights of the letters: further apart, single letters are the heads of columns. */
const maxGap = 2
const maxUsualGap = 1
/** How much steps may differ from the usual one, in parts of it and in heights of the letters. */
const unevenness = 0.25
const minTolerance = 0.06
/** A gap that is wider than this many usual steps separates words. */
const wordStep = 1.6

const single = /^[\p{L}\p{N}\p{P}]\p{M}*$/u
/** A letter with its accents; a quick check that excludes most words. */
const maxSingleLength = 4
const letter = /^\p{L}/u

/**
 * A title whose letters are drawn apart becomes words again, where the file spells no spaces between the
 * letters. The words of a line come sorted along it.
 */
export function joinSpacedOut(line: readonly PlacedWord[]): PlacedWord[] {
  if (line.length <= minSteps) return [...line]
  const joinedWords: PlacedWord[] = []
  let run: PlacedWord[] = []
  for (const word of line) {
    if (run.length > 0 && !mayContinue(run.at(-1)!, word)) {
      joinedWords.push(...joinRun(run))
      run = []
    }
    run.push(word)
  }
  return [...joinedWords, ...joinRun(run)]
}

function mayContinue(last: PlacedWord, next: PlacedWord): boolean {
  if (!isSingle(last) || !isSingle(next)) return false
  if (last.word.origin !== next.word.origin) return false
  return next.alongStart - last.alongEnd <= maxGap * last.size
}

function isSingle({ word: { text } }: PlacedWord): boolean {
  return text.length <= maxSingleLength && single.test(text)
}

/** Letters that are set apart have even gaps; letters on a grid have an even pitch. */
function joinRun(run: readonly PlacedWord[]): readonly PlacedWord[] {
  if (run.length <= minSteps) return run
  if (run.filter(({ word }) => letter.test(word.text)).length * 2 <= run.length) return run
  const size = run[0]!.size
  const gaps = run.slice(1).map((word, i) => word.alongStart - run[i]!.alongEnd)
  const pitches = run.slice(1).map((word, i) => word.alongStart - run[i]!.alongStart)
  const isOpen = (i: number) => !run[i]!.endsHard
  if (usualOf(gaps.filter((_, i) => isOpen(i))) > maxUsualGap * size) return run
  const [best] = [gaps, pitches]
    .map((steps) => wordsInSteps(run, { steps, size, isOpen }))
    .filter((words) => words !== undefined)
    .toSorted((a, b) => a.length - b.length)
  return best ?? run
}

type Steps = {
  readonly steps: readonly number[]
  readonly size: number
  /** Whether the file spells no space in the step. */
  readonly isOpen: (step: number) => boolean
}

function wordsInSteps(
  run: readonly PlacedWord[],
  { steps, size, isOpen }: Steps,
): PlacedWord[] | undefined {
  const open = steps.filter((_, i) => isOpen(i))
  const usual = usualOf(open)
  if (open.length < minSteps || open.length * 2 < steps.length) return undefined
  const innerSteps = open.filter((step) => step < wordStep * usual)
  const tolerance = Math.max(unevenness * usual, minTolerance * size)
  if (innerSteps.some((step) => Math.abs(step - usual) > tolerance)) return undefined
  return joinWhere(run, (i) => isOpen(i) && steps[i]! < wordStep * usual)
}

function usualOf(steps: readonly number[]): number {
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
}

function joinWhere(run: readonly PlacedWord[], isInside: (step: number) => boolean): PlacedWord[] {
  const joinedRun = [run[0]!]
  run.slice(1).forEach((word, i) => {
    if (isInside(i)) joinedRun.push(joinWords(joinedRun.pop()!, word))
    else joinedRun.push(word)
  })
  return joinedRun
}
