import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { NotFoundPage } from '../features/organizations/NotFoundPage.tsx'
import { PageSkeleton } from '../shared/layout/PageSkeleton.tsx'
import { CrashPage } from './CrashPage.tsx'
import { routeTree } from './routes.tsx'

/** Tests hand in a history of their own; the browser's is the default. */
export function buildRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
