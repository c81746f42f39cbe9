import { hideValues, type MaskedTexts, maskTexts } from '@recto/extraction/mask-texts'
import type { MaskingSettings } from '@recto/extraction/masking-settings'

/** Plain data, for another process. */
export type TextsToMask = {
  readonly texts: readonly string[]
  readonly settings: MaskingSettings
  readonly scope: string
  /** Nothing comes back from them. */
  readonly isHidden: boolean
}

/** In the caller's process. */
export function maskInPlace({ texts, settings, scope, isHidden }: TextsToMask): MaskedTexts {
  if (!isHidden) return maskTexts({ texts, settings, scope })
  return { texts: texts.map((text) => hideValues(text, settings)), masked: [] }
}
