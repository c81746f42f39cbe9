import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Returns whether there is a page at an address. For unknown addresses the router returns the nearest
 * route and names the rest `**`.
 */
export function pageExists(router: AnyRouter, pathname: string): boolean {
  const [, params, route] = router.getMatchedRoutes(pathname)
  return route !== undefined && !('**' in params)
}

/** Returns a function that tells whether a page exists, for menus. */
export function usePageExists(): (pathname: string) => boolean {
  const router = useRouter()
  return useCallback((pathname) => pageExists(router, pathname), [router])
}
