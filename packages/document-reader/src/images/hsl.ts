import type { Colour } from './colour.ts'

/** Each from 0 to 1. */
export type Hsl = { readonly hue: number; readonly saturation: number; readonly lightness: number }

export function toHsl([red, green, blue]: Colour): Hsl {
  const max = Math.max(red, green, blue) / 255
  const min = Math.min(red, green, blue) / 255
  const lightness = (max + min) / 2
  const spread = max - min
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const r = red / 255
  const g = green / 255
  const b = blue / 255
  const sector =
    max === r ? (g - b) / spread : max === g ? 2 + (b - r) / spread : 4 + (r - g) / spread
  return {
    hue: (((sector / 6) % 1) + 1) % 1,
    saturation: spread / (1 - Math.abs(2 * lightness - 1)),
    lightness,
  }
}

export function fromHsl({ hue, saturation, lightness }: Hsl): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const levelAt = (n: number) => {
    const k = (n + hue * 12) % 12
    return 255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [levelAt(0), levelAt(8), levelAt(4)]
}
