/** A reply that repeats itself over so many characters is not looked at any further. */
const loopLength = 24_000
const maxPeriod = 2000
const probeLength = 200

/**
 * Tells whether a growing text has come to repeat one piece without end. The end of the text is
 * looked at only when it has grown by as much as is looked at.
 */
export function createLoopDetector(): (text: string) => boolean {
  let nextLength = loopLength
  return (text) => {
    if (text.length < nextLength) return false
    nextLength = text.length + loopLength
    return repeatsItself(text.slice(-loopLength))
  }
}

function repeatsItself(text: string): boolean {
  const probe = text.slice(-probeLength)
  const previous = text.lastIndexOf(probe, text.length - probeLength - 1)
  const period = text.length - probeLength - previous
  if (previous === -1 || period > maxPeriod) return false
  return text.slice(period) === text.slice(0, text.length - period)
}
