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
}

/** What the network puts out for one line: probabilities of all classes, step by step. */
export type Steps = {
  readonly count: number
  readonly classes: number
  readonly probabilities: Float32Array
}

/** The class that stands for nothing. */
const blank = 0

const lookalikes = new Map(
  ['0O', 'O0', '1I', 'I1', 'l1', '2Z', 'Z2', '5S', 'S5', '6G', 'G6', '8B', 'B8'].map(
    ([seen = '', other = '']) => [seen, other],
  ),
)
const minConsidered = 0.03

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
  for (let step = 0; step < path.length; step = endOfRun(path, step)) {
    const best = path[step]!
    const end = endOfRun(path, step)
    if (best === blank || best === space) {
      for (let i = step; i < end; i++) spaceBefore = Math.max(spaceBefore, probability(i, space))
      continue
    }
    const highest = (index: number) => {
      let probable = 0
      for (let i = step; i < end; i++) probable = Math.max(probable, probability(i, index))
      return probable
    }
    const text = alphabet[best] ?? ''
    const other = lookalikes.get(text)
    const isConsidered = other && highest(alphabet.indexOf(other)) >= minConsidered
    characters.push({
      text,
      firstStep: step,
      lastStep: end - 1,
      confidence: highest(best),
      spaceBefore: Math.max(spaceBefore, probability(step, space)),
      ...(isConsidered && { lookalike: other }),
    })
    spaceBefore = 0
  }
  return characters
}

/** The most probable class of every step. */
function bestPath({ count, classes, probabilities }: Steps): Int32Array {
  const path = new Int32Array(count)
  for (let step = 0; step < count; step++) {
    const row = step * classes
    let best = 0
    for (let i = 1; i < classes; i++)
      if (probabilities[row + i]! > probabilities[row + best]!) best = i
    path[step] = best
  }
  return path
}

function endOfRun(path: Int32Array, start: number): number {
  let end = start + 1
  while (end < path.length && path[end] === path[start]) end++
  return end
}
