import { timingSafeEqual } from 'node:crypto'

/** Compares a secret in a time that does not tell how much of it was right. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
