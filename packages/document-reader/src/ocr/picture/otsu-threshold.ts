/**
 * The tone that parts dark pixels from light ones best; those below it are dark. N. Otsu, "A threshold selection
 * method from gray-level histograms", 1979.
 */
export function otsuThreshold(pixels: Uint8Array): number {
  const histogram = new Float64Array(256)
  for (const value of pixels) histogram[value]!++
  const total = pixels.length
  const sum = histogram.reduce((all, count, value) => all + count * value, 0)
  let pixelsBelow = 0
  let sumBelow = 0
  let best = 0
  let threshold = 128
  for (let value = 0; value < 256; value++) {
    pixelsBelow += histogram[value]!
    sumBelow += histogram[value]! * value
    if (pixelsBelow === 0 || pixelsBelow === total) continue
    const distance = sumBelow / pixelsBelow - (sum - sumBelow) / (total - pixelsBelow)
    const separation = pixelsBelow * (total - pixelsBelow) * distance * distance
    if (separation > best) {
      best = separation
      threshold = value + 1
    }
  }
  return threshold
}
