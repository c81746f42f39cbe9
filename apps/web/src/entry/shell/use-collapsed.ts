import { useState } from 'react'
import { useMedia } from '../../shared/browser/use-media.ts'
import { isBoolean, useStored } from '../../shared/browser/use-stored.ts'

const TOO_NARROW = '(max-width: 999px)'

/**
 * Whether the side menu is folded. In a narrow window it is, until it is unfolded there; that lasts as long as the
 * window stays narrow, and what was chosen for a wide one is kept.
 */
export function useCollapsed(): readonly [isCollapsed: boolean, toggle: () => void] {
  const [chosen, choose] = useStored('collapsed', isBoolean, false)
  const isNarrow = useMedia(TOO_NARROW)
  const [unfolded, setUnfolded] = useState(false)
  if (!isNarrow && unfolded) setUnfolded(false)

  if (isNarrow) return [!unfolded, () => setUnfolded(!unfolded)]
  return [chosen, () => choose(!chosen)]
}
