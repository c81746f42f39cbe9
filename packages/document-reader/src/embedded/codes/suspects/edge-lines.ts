import type { BinaryPicture } from './binary-picture.ts'

/** Where the tone changes along the rows of a picture, or along some of its columns. */
export type EdgeLines = {
  /** Pixels along a line. */
  readonly length: number
  /** Lines of the picture, of which every `step`th one was read. */
  readonly count: number
  readonly step: number
  /**
   * Positions along the lines: 0, those of the changes, and the length. The run `i` of a line
   * reaches from edge `i` to edge `i + 1`.
   */
  readonly edges: Int32Array
  /** Place of the first edge of each line that was read; the last entry is behind all edges. */
  readonly starts: Int32Array
  /** Tone of the first run of each line that was read; the tones alternate. */
  readonly firstTones: Uint8Array
}

/** Columns that are copied at a time, so that the memory that they share is read once. */
const columnsAtOnce = 16

/** Reads the edges of all rows. */
export function readRowEdges({ width, height, bits }: BinaryPicture): EdgeLines {
  const writer = openWriter(width, height, 1)
  for (let y = 0; y < height; y++) writer.add(bits, y * width)
  return writer.finish()
}

/** Reads the edges of every `step`th column. */
export function readColumnEdges({ width, height, bits }: BinaryPicture, step: number): EdgeLines {
  const writer = openWriter(height, width, step)
  const copies = new Uint8Array(columnsAtOnce * height)
  for (let first = 0; first < width; first += columnsAtOnce * step) {
    const columns = Math.min(columnsAtOnce, Math.ceil((width - first) / step))
    for (let y = 0, from = first; y < height; y++, from += width)
      for (let column = 0; column < columns; column++)
        copies[column * height + y] = bits[from + column * step]!
    for (let column = 0; column < columns; column++) writer.add(copies, column * height)
  }
  return writer.finish()
}

function openWriter(length: number, count: number, step: number) {
  const lines = Math.ceil(count / step)
  const starts = new Int32Array(lines + 1)
  const firstTones = new Uint8Array(lines)
  let edges = new Int32Array(Math.max(length + 2, lines * 8))
  let line = 0
  let end = 0
  return {
    /** Appends the line of pixels that starts at `from`. */
    add(bits: Uint8Array, from: number): void {
      if (end + length + 2 > edges.length) {
        const larger = new Int32Array(edges.length * 2)
        larger.set(edges)
        edges = larger
      }
      let previous = bits[from]!
      firstTones[line] = previous
      edges[end++] = 0
      for (let i = 1; i < length; i++) {
        const bit = bits[from + i]!
        if (bit === previous) continue
        edges[end++] = i
        previous = bit
      }
      edges[end++] = length
      line += 1
      starts[line] = end
    },
    finish: (): EdgeLines => ({ length, count, step, edges, starts, firstTones }),
  }
}

/** Returns the edges of the line `y`, which must be a multiple of the step. */
export function getEdges({ edges, starts, step }: EdgeLines, y: number): Int32Array {
  const line = y / step
  return edges.subarray(starts[line]!, starts[line + 1]!)
}
