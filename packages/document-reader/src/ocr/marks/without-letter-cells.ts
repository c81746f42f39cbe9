import type { Square } from './find-squares.ts'

/** Squares that follow each other so closely, in sides, are cells for single letters. */
const maxCellGap = 0.35
const minCells = 3

/** A row of squares without room for labels is a field for one letter in each. */
export function withoutLetterCells(squares: readonly Square[]): Square[] {
  return squares.filter((square) => !isInRowOfCells(square, squares))
}

/** Rows are not followed to their ends, so that the time grows with the squares and not with the lengths of their rows. */
function isInRowOfCells(square: Square, squares: readonly Square[]): boolean {
  const row = new Set([square])
  for (const member of row) {
    if (row.size >= minCells) return true
    for (const next of squares) if (isBeside(member, next)) row.add(next)
  }
  return false
}

function isBeside(a: Square, b: Square): boolean {
  const side = a.right - a.left
  const gap = Math.max(a.left - b.right, b.left - a.right)
  return (
    Math.abs(a.top - b.top) < side * 0.25 &&
    Math.abs(b.right - b.left - side) < side * 0.25 &&
    gap < side * maxCellGap
  )
}
