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
    const unwatch = watch(element, (isNear) => {
      isInSight.current = isNear
      settle()
    })
    element.addEventListener('focusout', settleLater)
    return () => {
      unwatch()
      element.removeEventListener('focusout', settleLater)
    }
  }, [place])

  return nearness
}

type Listener = (isNear: boolean) => void
type Watch = { readonly observer: IntersectionObserver; readonly listeners: Map<Element, Listener> }

/** One for all the elements of a list: every observer costs time in every frame. */
const watches = new WeakMap<Element, Watch>()

/** Tells whenever the element comes near the window of the list around it, or leaves. */
function watch(element: Element, listener: Listener): () => void {
  const list = element.parentElement
  if (!list) return () => {}
  const { observer, listeners } = watches.get(list) ?? openWatch(list)
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer.unobserve(element)
  }
}

function openWatch(list: Element): Watch {
  const listeners: Watch['listeners'] = new Map()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { root: list, rootMargin: MARGIN },
  )
  const opened = { observer, listeners }
  watches.set(list, opened)
  return opened
}

const holdsFocus = (element: HTMLElement | null): boolean =>
  element?.contains(document.activeElement) ?? false
