export type Colour = readonly [red: number, green: number, blue: number]

/** Maximum difference per channel that nobody can distinguish. */
const maxInvisibleDifference = 20
const names: Readonly<Record<string, Colour>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
  ghostwhite: [248, 248, 255],
  floralwhite: [255, 250, 240],
}
export const white: Colour = [255, 255, 255]

/**
 * Parses `#fff`, `#ffffff`, `FFFFFF`, `rgb(255, 255, 255)` and a few names; `undefined` for
 * anything else.
 */
export function parseColour(text: string): Colour | undefined {
  const plain = text.trim().toLowerCase().slice(0, 40)
  const namedColour = names[plain]
  if (namedColour) return namedColour
  const hex = /^#?([\da-f]{6}|[\da-f]{3})$/.exec(plain)?.[1]
  if (hex) return fromHex(hex)
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(plain)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined
}

function fromHex(hex: string): Colour {
  const step = hex.length / 3
  const channelAt = (i: number) => {
    const part = hex.slice(i * step, (i + 1) * step)
    return Number.parseInt(step === 1 ? part + part : part, 16)
  }
  return [channelAt(0), channelAt(1), channelAt(2)]
}

export function looksSame(a: Colour, b: Colour): boolean {
  return a.every((level, i) => Math.abs(level - b[i]!) < maxInvisibleDifference)
}
