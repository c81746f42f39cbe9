import { type Passage, toPassage } from '../align/passage.ts'
import { parseBoolean } from '../values/parse-boolean.ts'
import { toDerivedFinding } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'

const box = String.raw`(?:\[ ?(?<ticked>[xX✓✔])? ?\]|\( ?(?<round>[xX✓✔])? ?\)|(?<sign>[☒☑])|[☐□])`
const boxBeforeWord = new RegExp(String.raw`${box} ?(?<word>\p{L}+)`, 'gu')
const boxAfterWord = new RegExp(String.raw`(?<!\p{L})(?<word>\p{L}{1,20}) ?${box}`, 'gu')
const maxLineWords = 16

/**
 * Finds the only ticked answer among several on the line of the first: `[ ] Yes [X] No`. Finds
 * nothing when none or several are ticked.
 */
export function findTickedAnswer(
  { document, rows }: PreparedDocument,
  first: Passage,
): Finding | undefined {
  const [start] = first.words
  const row = rows.find(
    ({ page, cells }) =>
      page === first.page && cells.some(({ words }) => words.includes(start ?? -1)),
  )
  const all = row?.cells.flatMap(({ words }) => words) ?? []
  const from = all.indexOf(start ?? -1)
  const line = toPassage(document, first.page, all.slice(from, from + maxLineWords))
  const options = [
    ...line.text.matchAll(/^[[(☐☒☑□]/u.test(line.text) ? boxBeforeWord : boxAfterWord),
  ]
  const tickedOptions = options.filter(
    ({ groups }) => groups?.ticked ?? groups?.round ?? groups?.sign,
  )
  const value = parseBoolean(tickedOptions[0]?.groups?.word ?? '')
  if (options.length < 2 || tickedOptions.length !== 1 || value === undefined) return undefined
  return toDerivedFinding(line, value, 'judgement')
}
