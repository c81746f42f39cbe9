import { type GreyImage, openInSharp, readGrey } from '../../images/grey-image.ts'

/** Pixels: the side of the tiles in which the paper's brightness is measured. */
const tile = 16
/** Tiles: the side of the window in which one that is unlike its neighbours does not count. */
const medianWindow = 5
/** The share of a tile's pixels that are brighter than what is taken for its paper. */
const brighterThanPaper = 0.2
const paper = 240
/** Darker than this is no paper in shadow but a dark surface, which is left dark. */
const minPaperTone = 48

/**
 * Lights a photographed page evenly: every pixel is divided by the brightness of the paper around it, so that
 * shadows and folds fade and the paper becomes one tone. The paper's brightness is a high percentile of a
 * tile, smoothed over its neighbours (the flat-field correction of microscopy, with the background estimated
 * from the picture itself).
 */
export async function flattenLight(image: GreyImage): Promise<GreyImage> {
  const { width, height, pixels } = image
  // In two steps: in one, the filters would run again for every strip of the large picture.
  const paperLevels = measurePaper(image)
  // A picture of a line or less has no room for the window, and the filter fails on it.
  const hasRoom = Math.min(paperLevels.width, paperLevels.height) >= medianWindow
  const rough = openInSharp(paperLevels)
  const smooth = await readGrey((hasRoom ? rough.median(medianWindow) : rough).blur(2))
  const background = await readGrey(
    openInSharp(smooth).resize(width, height, { fit: 'fill', kernel: 'cubic' }),
  )
  const flat = new Uint8Array(width * height)
  for (let i = 0; i < flat.length; i++) {
    const light = Math.max(minPaperTone, background.pixels[i]!)
    flat[i] = Math.min(255, (pixels[i]! * paper) / light)
  }
  return { width, height, channels: 1, pixels: flat }
}

function measurePaper({ width, height, pixels }: GreyImage): GreyImage {
  const columns = Math.ceil(width / tile)
  const rows = Math.ceil(height / tile)
  const paperLevels = new Uint8Array(columns * rows)
  const histogram = new Uint16Array(256)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      histogram.fill(0)
      const bottom = Math.min(height, (row + 1) * tile)
      const right = Math.min(width, (column + 1) * tile)
      for (let y = row * tile; y < bottom; y++)
        for (let x = column * tile; x < right; x++) histogram[pixels[y * width + x]!]!++
      const count = (bottom - row * tile) * (right - column * tile)
      paperLevels[row * columns + column] = percentileFromTop(histogram, count * brighterThanPaper)
    }
  return { width: columns, height: rows, channels: 1, pixels: paperLevels }
}

function percentileFromTop(histogram: Uint16Array, targetCount: number): number {
  let count = 0
  for (let value = 255; value > 0; value--) {
    count += histogram[value]!
    if (count >= targetCount) return value
  }
  return 0
}
