import { omitUndefined } from '@recto/omit-undefined'

/** A character that the network saw. Steps are columns of its output, from the left. */
export type Character = {
  readonly text: string
  readonly firstStep: number
  readonly lastStep: number
  /** 0 to 1. */
  readonly confidence: number
  /** How sure the network was, at any step since the character before, that there is a space. */
  readonly spaceBefore: number
  /** The letter or digit that looks like this one, when the network considered it. */
  readonly lookalike?: string
  /** Other characters that the network considered at this position, with their probabilities. */
  readonly considered?: Alternatives
  /**
   * Characters that it considered but did not write between the previous character and this one.
   */
  readonly passedOver?: Alternatives
  /** How sure a second reading is that a word begins here, or, below zero, that none does. */
  readonly parting?: number
}

/** Probabilities by text. */
type Alternatives = ReadonlyMap<string, number>

/** Output of the network for one line: the probabilities of all classes, step by step. */
export type Steps = {
  readonly count: number
  readonly classes: number
  readonly probabilities: Float32Array
}

/** The class that stands for nothing. */
const blank = 0

const lookalikes = new Map(
  ['0O', 'O0', '1I', 'I1', 'l1', '2Z', 'Z2', '5S', 'S5', '6G', 'G6', '8B', 'B8'].map(
    ([character = '', lookalike = '']) => [character, lookalike],
  ),
)
const minConsidered = 0.03
/** Less likely characters are not remembered. */
const minRemembered = 0.005

/**
 * Reads the best path of a network trained with connectionist temporal classification (Graves et al., ICML
 * 2006): the best class of every step, repetitions once, blanks dropped. Spaces become no characters: a
 * space that the network is sure of and one that it merely thinks of both stay as `spaceBefore`.
 */
export function decodeCtc(steps: Steps, alphabet: readonly string[]): Character[] {
  const space = alphabet.lastIndexOf(' ')
  const path = bestPath(steps)
  const probability = (step: number, index: number) =>
    steps.probabilities[step * steps.classes + index]!

  const characters: Character[] = []
  let spaceBefore = 0
  let blankSteps = 0
  for (let step = 0; step < path.length; step = endOfRun(path, step)) {
    const best = path[step]!
    const end = endOfRun(path, step)
    if (best === blank || best === space) {
      for (let i = step; i < end; i++) spaceBefore = Math.max(spaceBefore, probability(i, space))
      continue
    }
    characters.push({
      ...writeCharacter(steps, alphabet, [step, end]),
      spaceBefore: Math.max(spaceBefore, probability(step, space)),
      passedOver: considered(steps, alphabet, [blankSteps, step]),
    })
    spaceBefore = 0
    blankSteps = end
  }
  return characters
}

/** The most probable class of every step. */
function bestPath(steps: Steps): Int32Array {
  return Int32Array.from({ length: steps.count }, (_, step) => bestAt(steps, step))
}

function bestAt({ classes, probabilities }: Steps, step: number): number {
  const row = step * classes
  let best = 0
  for (let i = 1; i < classes; i++)
    if (probabilities[row + i]! > probabilities[row + best]!) best = i
  return best
}

/** The character whose class is the best of all steps in a row. */
function writeCharacter(
  steps: Steps,
  alphabet: readonly string[],
  [first, end]: readonly [number, number],
) {
  const text = alphabet[bestAt(steps, first)] ?? ''
  const chances = considered(steps, alphabet, [first, end])
  const lookalike = lookalikes.get(text)
  const isConsidered = lookalike && (chances.get(lookalike) ?? 0) >= minConsidered
  return {
    text,
    firstStep: first,
    lastStep: end - 1,
    confidence: chances.get(text) ?? 0,
    ...omitUndefined({ lookalike: isConsidered ? lookalike : undefined }),
    considered: chances,
  }
}

/** The characters that had a chance at any of some steps, the best of each. */
function considered(
  { classes, probabilities }: Steps,
  alphabet: readonly string[],
  [first, end]: readonly [number, number],
): Alternatives {
  const chances = new Map<string, number>()
  for (let i = first * classes; i < end * classes; i++) {
    const probability = probabilities[i]!
    if (probability < minRemembered) continue
    const text = alphabet[i % classes] ?? ''
    if (text.trim() !== '') chances.set(text, Math.max(probability, chances.get(text) ?? 0))
  }
  return chances
}

function endOfRun(path: Int32Array, start: number): number {
  let end = start + 1
  while (end < path.length && path[end] === path[start]) end++
  return end
}
