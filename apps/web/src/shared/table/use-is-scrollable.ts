import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the content of an element is larger than the element. What scrolls has to be focusable, because
 * people without a mouse could not reach its hidden part.
 */
export function useIsScrollable(ref: RefObject<HTMLElement | null>): boolean {
  const [isScrollable, setIsScrollable] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setIsScrollable(
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      )
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [ref])

  return isScrollable
}
