import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { PageSkeleton } from '../shared/layout/PageSkeleton.tsx'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { CrashPage } from './CrashPage.tsx'
import { NotFound } from './NotFound.tsx'
import { buildRoutes } from './routes.tsx'

type Options = { readonly history?: RouterHistory; readonly modules?: OptionalModules }

/** Tests hand in a history of their own; the browser's is the default. */
export function buildRouter({ history, modules = {} }: Options = {}) {
  return createRouter({
    routeTree: buildRoutes(modules),
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
