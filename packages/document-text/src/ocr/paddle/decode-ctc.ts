/** A character that the network saw. Steps are columns of its answer, from the left. */
export type Character = {
  readonly text: string
  readonly firstStep: number
  readonly lastStep: number
  /** 0 to 1. */
  readonly confidence: number
  /** How sure the network was, at any step since the character before, that there is a space. */
  readonly spaceBefore: number
}

/** What the network answers for one line: probabilities of all classes, step by step. */
export type Steps = {
  readonly count: number
  readonly classes: number
  readonly probabilities: Float32Array
}

/** The class that stands for nothing. */
const blank = 0

/**
 * Reads the best path of a network trained with connectionist temporal classification (Graves et al., ICML
 * 2006): the best class of every step, repetitions once, blanks dropped. Spaces become no characters: a
 * space that the network is sure of and one that it merely thinks of both stay as `spaceBefore`.
 */
export function decodeCtc(steps: Steps, alphabet: readonly string[]): Character[] {
  const space = alphabet.lastIndexOf(' ')
  const characters: Character[] = []
  let before = blank
  let spaceBefore = 0
  for (let step = 0; step < steps.count; step++) {
    const row = step * steps.classes
    const best = bestClass(steps, row)
    const confidence = steps.probabilities[row + best]!
    if (best === blank || best === space || best !== before) {
      spaceBefore = Math.max(spaceBefore, steps.probabilities[row + space]!)
    }
    if (best !== blank && best !== space) {
      const last = characters.at(-1)
      if (best === before && last)
        characters[characters.length - 1] = extended(last, step, confidence)
      else {
        characters.push({
          text: alphabet[best] ?? '',
          firstStep: step,
          lastStep: step,
          confidence,
          spaceBefore,
        })
        spaceBefore = 0
      }
    }
    before = best
  }
  return characters
}

function bestClass({ classes, probabilities }: Steps, row: number): number {
  let best = 0
  for (let i = 1; i < classes; i++)
    if (probabilities[row + i]! > probabilities[row + best]!) best = i
  return best
}

function extended(character: Character, lastStep: number, confidence: number): Character {
  return { ...character, lastStep, confidence: Math.max(character.confidence, confidence) }
}
