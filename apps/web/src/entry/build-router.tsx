import { omitUndefined } from '@recto/omit-undefined'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { PageSkeleton } from '../shared/layout/PageSkeleton.tsx'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { CrashPage } from './CrashPage.tsx'
import { NotFound } from './NotFound.tsx'
import { buildRoutes } from './routes.tsx'

type RouterOptions = { readonly history?: RouterHistory; readonly modules?: OptionalModules }

/** Tests pass a history; the default is the browser's. */
export function buildRouter({ history, modules = {} }: RouterOptions = {}) {
  return createRouter({
    routeTree: buildRoutes(modules),
    ...omitUndefined({ history }),
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
