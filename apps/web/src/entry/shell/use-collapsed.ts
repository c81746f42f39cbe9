import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useMedia } from '../../shared/browser/use-media.ts'
import { isBoolean, useStored } from '../../shared/browser/use-stored.ts'

const NARROW_WINDOW = '(max-width: 999px)'
const WIDTH = 240
const COLLAPSED_WIDTH = 65
/** The width in a project, where the prompts and the document need the room. */
const PROJECT_WIDTH = 56

type SideMenu = {
  readonly isCollapsed: boolean
  /** Width in pixels. */
  readonly width: number
  toggle(): void
}

/**
 * Returns whether the side menu is collapsed. In a narrow window it is collapsed until the user
 * expands it, for as long as the window stays narrow; the choice for a wide window is stored, and
 * another one for projects, where it starts collapsed.
 */
export function useCollapsed(): SideMenu {
  const isInProject = useIsInProject()
  const pageChoice = useStored('collapsed', isBoolean, false)
  const projectChoice = useStored('collapsedInProject', isBoolean, true)
  const [storedChoice, choose] = isInProject ? projectChoice : pageChoice
  const isNarrow = useMedia(NARROW_WINDOW)
  const [isUnfolded, setIsUnfolded] = useState(false)
  if (!isNarrow && isUnfolded) setIsUnfolded(false)

  const isCollapsed = isNarrow ? !isUnfolded : storedChoice
  const collapsedWidth = isInProject ? PROJECT_WIDTH : COLLAPSED_WIDTH
  return {
    isCollapsed,
    width: isCollapsed ? collapsedWidth : WIDTH,
    toggle: () => (isNarrow ? setIsUnfolded(!isUnfolded) : choose(!storedChoice)),
  }
}

/** Whether the page is that of a project: its editor or its analyzer. */
const useIsInProject = (): boolean => /^\/[^/]+\/tools\/[^/]+/.test(useLocation().pathname)
