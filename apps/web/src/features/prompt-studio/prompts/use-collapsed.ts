import { useState } from 'react'

/** By their ids. A card that is scrolled away and comes again is as it was left. */
const collapsed = new Set<string>()

export function useCollapsed(id: string): [boolean, () => void] {
  const [isCollapsed, setCollapsed] = useState(() => collapsed.has(id))
  return [
    isCollapsed,
    () => {
      if (isCollapsed) collapsed.delete(id)
      else collapsed.add(id)
      setCollapsed(!isCollapsed)
    },
  ]
}
