/** How well lines of text are kept: words on one line in the expected text that stand on one line, in the same order, in the actual one. */

type TextLine = readonly string[]

export type LineScore = {
  readonly words: number
  readonly keptWords: number
  /** Expected lines of which words are on another line or in another order, with the line that is most like each. */
  readonly differingLines: readonly { readonly expected: string; readonly actual: string }[]
}

type Pair = { readonly expected: number; readonly actual: number; readonly common: number }

/** Lines are paired one by one, those that have most in common first, so that of two lines that became one only one counts. */
export function scoreLines(
  expectedLines: readonly TextLine[],
  actualLines: readonly TextLine[],
): LineScore {
  const partners = pairLines(expectedLines, actualLines)
  const words = expectedLines.reduce((sum, line) => sum + line.length, 0)
  const keptWords = [...partners.values()].reduce((sum, { common }) => sum + common, 0)
  const differingLines = expectedLines.flatMap((line, index) => {
    const partner = partners.get(index)
    if ((partner?.common ?? 0) === line.length) return []
    const actual = partner ? actualLines[partner.actual]!.join(' ') : ''
    return [{ expected: line.join(' '), actual }]
  })
  return { words, keptWords, differingLines }
}

function pairLines(
  expectedLines: readonly TextLine[],
  actualLines: readonly TextLine[],
): ReadonlyMap<number, Pair> {
  const linesOfWord = new Map<string, Set<number>>()
  for (const [index, line] of actualLines.entries())
    for (const word of line)
      linesOfWord.set(word, (linesOfWord.get(word) ?? new Set<number>()).add(index))
  const candidates = expectedLines.flatMap((line, expected) => {
    const likely = new Set(line.flatMap((word) => [...(linesOfWord.get(word) ?? [])]))
    return [...likely].map((actual): Pair => {
      return { expected, actual, common: countInOrder(line, actualLines[actual]!) }
    })
  })
  const nearness = ({ expected, actual }: Pair) => Math.abs(expected - actual)
  candidates.sort((a, b) => b.common - a.common || nearness(a) - nearness(b))
  const partners = new Map<number, Pair>()
  const takenLines = new Set<number>()
  for (const pair of candidates) {
    if (partners.has(pair.expected) || takenLines.has(pair.actual)) continue
    partners.set(pair.expected, pair)
    takenLines.add(pair.actual)
  }
  return partners
}

/** The length of the longest common subsequence. */
function countInOrder(expected: TextLine, actual: TextLine): number {
  let row = new Uint32Array(actual.length + 1)
  for (const word of expected) {
    const next = new Uint32Array(actual.length + 1)
    for (let i = 1; i <= actual.length; i++)
      next[i] = word === actual[i - 1] ? row[i - 1]! + 1 : Math.max(row[i]!, next[i - 1]!)
    row = next
  }
  return row[actual.length]!
}
