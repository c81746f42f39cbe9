import { type RefObject, useEffect, useRef, useState } from 'react'

/** Distance above and below the viewport within which a card stays rendered. */
const VIEWPORT_MARGIN = '1000px 0px'

type ViewportState = {
  readonly isNear: boolean
  /** Height of the element when it was last near; `undefined` before that. */
  readonly height: number | undefined
}

/**
 * Returns whether an element is near the viewport or contains the focus, which must not be lost by
 * scrolling.
 */
export function useNearViewport(
  elementRef: RefObject<HTMLElement | null>,
  isInitiallyNear: boolean,
): ViewportState {
  const [viewportState, setViewportState] = useState<ViewportState>({
    isNear: isInitiallyNear,
    height: undefined,
  })
  const isNearViewport = useRef(isInitiallyNear)

  useEffect(() => {
    const element = elementRef.current
    if (!element) return
    function update() {
      const isNear = isNearViewport.current || hasFocus(element)
      setViewportState((previous) => {
        if (previous.isNear === isNear) return previous
        return { isNear, height: previous.isNear ? element?.offsetHeight : previous.height }
      })
    }
    // `document.activeElement` changes only after the event.
    const updateLater = () => setTimeout(update)
    const stopObserving = observeNearness(element, (isNear) => {
      isNearViewport.current = isNear
      update()
    })
    element.addEventListener('focusout', updateLater)
    return () => {
      stopObserving()
      element.removeEventListener('focusout', updateLater)
    }
  }, [elementRef])

  return viewportState
}

type NearListener = (isNear: boolean) => void
type SharedObserver = {
  readonly observer: IntersectionObserver
  readonly listeners: Map<Element, NearListener>
}

/** One observer for all elements of a list, as each observer costs time in every frame. */
const observersByList = new WeakMap<Element, SharedObserver>()

/** Calls the listener when the element comes near the visible part of its list or leaves it. */
function observeNearness(element: Element, listener: NearListener): () => void {
  const list = element.parentElement
  if (!list) return () => {}
  const { observer, listeners } = observersByList.get(list) ?? createSharedObserver(list)
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer.unobserve(element)
  }
}

function createSharedObserver(list: Element): SharedObserver {
  const listeners: SharedObserver['listeners'] = new Map()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { root: list, rootMargin: VIEWPORT_MARGIN },
  )
  const sharedObserver = { observer, listeners }
  observersByList.set(list, sharedObserver)
  return sharedObserver
}

const hasFocus = (element: HTMLElement | null): boolean =>
  element?.contains(document.activeElement) ?? false
