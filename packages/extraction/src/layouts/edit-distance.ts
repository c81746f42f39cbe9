/**
 * Returns the number of letters to change, add or remove (Levenshtein 1965); `undefined` when it
 * exceeds `maxEdits`.
 */
export function editDistance(a: string, b: string, maxEdits: number): number | undefined {
  if (Math.abs(a.length - b.length) > maxEdits) return undefined
  let previousRow = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) previousRow = nextRow(previousRow, a.charAt(i), b)
  const edits = previousRow[b.length] ?? maxEdits + 1
  return edits <= maxEdits ? edits : undefined
}

function nextRow(previousRow: readonly number[], letter: string, b: string): number[] {
  const row = [(previousRow[0] ?? 0) + 1]
  for (let j = 1; j <= b.length; j++) {
    const substitution = (previousRow[j - 1] ?? 0) + (letter === b.charAt(j - 1) ? 0 : 1)
    row.push(Math.min(substitution, (previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
  }
  return row
}
