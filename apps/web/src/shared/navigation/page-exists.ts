import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Whether a page stands at an address; the router names the nearest one where none does, and calls the rest `**`. */
export function pageExists(router: AnyRouter, pathname: string): boolean {
  const [, params, route] = router.getMatchedRoutes(pathname)
  return route !== undefined && !('**' in params)
}

/** Tells menus what there is to lead to. */
export function usePageExists(): (pathname: string) => boolean {
  const router = useRouter()
  return useCallback((pathname) => pageExists(router, pathname), [router])
}
