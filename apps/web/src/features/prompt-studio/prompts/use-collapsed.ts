import { useState } from 'react'

/**
 * Ids of collapsed cards. They are stored outside React, so that a card is still collapsed when it is mounted
 * again.
 */
const collapsedIds = new Set<string>()

export function useCollapsed(id: string): [boolean, () => void] {
  const [isCollapsed, setCollapsed] = useState(() => collapsedIds.has(id))
  return [
    isCollapsed,
    () => {
      if (isCollapsed) collapsedIds.delete(id)
      else collapsedIds.add(id)
      setCollapsed(!isCollapsed)
    },
  ]
}
