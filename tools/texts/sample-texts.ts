import { randomNumbers } from '@recto/testkit/list-samples'

/** Returns `count` different texts, chosen at random but equally for the same seed. */
export function sampleTexts(texts: readonly string[], count: number, seed: number): string[] {
  const next = randomNumbers(seed)
  const remainingTexts = [...new Set(texts)].toSorted()
  const chosenTexts: string[] = []
  while (chosenTexts.length < count && remainingTexts.length > 0) {
    const [chosenText] = remainingTexts.splice(Math.floor(next() * remainingTexts.length), 1)
    if (chosenText !== undefined) chosenTexts.push(chosenText)
  }
  return chosenTexts
}
