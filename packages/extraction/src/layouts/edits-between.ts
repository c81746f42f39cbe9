/**
 * Returns the number of letters to change, add or remove (Levenshtein 1965); `undefined` above
 * `most`.
 */
export function editsBetween(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined
  let before = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) before = nextRow(before, a.charAt(i), b)
  const edits = before[b.length] ?? most + 1
  return edits <= most ? edits : undefined
}

function nextRow(before: readonly number[], letter: string, b: string): number[] {
  const row = [(before[0] ?? 0) + 1]
  for (let j = 1; j <= b.length; j++) {
    const changed = (before[j - 1] ?? 0) + (letter === b.charAt(j - 1) ? 0 : 1)
    row.push(Math.min(changed, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
  }
  return row
}
