import { hideValues, type MaskedTexts, maskTexts } from '@recto/extraction/mask-texts'
import type { MaskingSettings } from '@recto/extraction/masking-settings'

/** Serializable input, so that another process can do the masking. */
export type TextsToMask = {
  readonly texts: readonly string[]
  readonly settings: MaskingSettings
  readonly scope: string
  /** Whether the texts are never unmasked: then values are replaced by their kind only. */
  readonly isOneWay: boolean
}

/** Masks in the calling process. */
export function maskInProcess({ texts, settings, scope, isOneWay }: TextsToMask): MaskedTexts {
  if (!isOneWay) return maskTexts({ texts, settings, scope })
  return { texts: texts.map((text) => hideValues(text, settings)), masked: [] }
}
