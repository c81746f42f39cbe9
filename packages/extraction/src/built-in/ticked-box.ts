import { type Passage, passageOf } from '../align/passage.ts'
import { booleanOf } from '../values/boolean-of.ts'
import { derivedFinding } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './typed-value.ts'

const box = String.raw`(?:\[ ?(?<ticked>[xX✓✔])? ?\]|\( ?(?<round>[xX✓✔])? ?\)|(?<sign>[☒☑])|[☐□])`
const before = new RegExp(String.raw`${box} ?(?<word>\p{L}+)`, 'gu')
const behind = new RegExp(String.raw`(?<!\p{L})(?<word>\p{L}{1,20}) ?${box}`, 'gu')
const mostWords = 16

/** The answer of several whose box is ticked, on the line of the first: `[ ] Yes  [X] No`. Nothing where none or two are. */
export function tickedBeside(
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
  const line = passageOf(document, first.page, all.slice(from, from + mostWords))
  const options = [...line.text.matchAll(/^[[(☐☒☑□]/u.test(line.text) ? before : behind)]
  const ticked = options.filter(({ groups }) => groups?.ticked ?? groups?.round ?? groups?.sign)
  const value = booleanOf(ticked[0]?.groups?.word ?? '')
  if (options.length < 2 || ticked.length !== 1 || value === undefined) return undefined
  return derivedFinding(line, value, 'judgement')
}
