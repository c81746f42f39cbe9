import { useState } from 'react'
import { useMedia } from '../../shared/browser/use-media.ts'
import { isBoolean, useStored } from '../../shared/browser/use-stored.ts'

const NARROW_WINDOW = '(max-width: 999px)'

/**
 * Returns whether the side menu is collapsed. In a narrow window it is collapsed until the user
 * expands it, for as long as the window stays narrow; the choice for a wide window is stored.
 */
export function useCollapsed(): readonly [isCollapsed: boolean, toggle: () => void] {
  const [storedChoice, choose] = useStored('collapsed', isBoolean, false)
  const isNarrow = useMedia(NARROW_WINDOW)
  const [isUnfolded, setIsUnfolded] = useState(false)
  if (!isNarrow && isUnfolded) setIsUnfolded(false)

  if (isNarrow) return [!isUnfolded, () => setIsUnfolded(!isUnfolded)]
  return [storedChoice, () => choose(!storedChoice)]
}
