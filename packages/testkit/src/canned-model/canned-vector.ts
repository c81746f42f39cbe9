import { createHash } from 'node:crypto'

const dimensions = 64

/**
 * A vector of length one in which each word adds to a place that its hash names: the same text
 * always gives the same vector, and texts that share words lie closer together.
 */
export function cannedVector(text: string): readonly number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const place = createHash('sha256').update(word).digest().readUInt16BE(0) % dimensions
    vector[place] = vector[place]! + 1
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
