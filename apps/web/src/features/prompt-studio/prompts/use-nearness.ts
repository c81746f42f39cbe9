import { type RefObject, useEffect, useRef, useState } from 'react'

/** How far above and below the window a card is kept. */
const MARGIN = '1000px 0px'

type Nearness = {
  readonly isNear: boolean
  /** As high as it was when it was near; `undefined` before that. */
  readonly height: number | undefined
}

/** Whether an element is near the window, or holds the focus, which must not be lost by scrolling. */
export function useNearness(
  place: RefObject<HTMLElement | null>,
  isNearAtFirst: boolean,
): Nearness {
  const [nearness, setNearness] = useState<Nearness>({ isNear: isNearAtFirst, height: undefined })
  const isInSight = useRef(isNearAtFirst)

  useEffect(() => {
    const element = place.current
    if (!element) return
    function settle() {
      const isWanted = isInSight.current || holdsFocus(element)
      setNearness((old) => {
        if (old.isNear === isWanted) return old
        return { isNear: isWanted, height: old.isNear ? element?.offsetHeight : old.height }
      })
    }
    // The focus is where it goes only after the event.
    const settleLater = () => setTimeout(settle)
    const observer = new IntersectionObserver(
      (entries) => {
        isInSight.current = entries.at(-1)?.isIntersecting ?? false
        settle()
      },
      { root: element.parentElement, rootMargin: MARGIN },
    )
    observer.observe(element)
    element.addEventListener('focusout', settleLater)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusout', settleLater)
    }
  }, [place])

  return nearness
}

const holdsFocus = (element: HTMLElement | null): boolean =>
  element?.contains(document.activeElement) ?? false
