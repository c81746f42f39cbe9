import { QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { buildQueryClient } from '../entry/build-query-client.ts'
import { buildRouter } from '../entry/build-router.tsx'
import { consequencesOf } from '../entry/consequences.ts'
import { Frame } from '../entry/Frame.tsx'
import { LineContext, type LiveLine } from '../shared/live/line.ts'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { type SignedIn, SignedInContext } from '../shared/session/signed-in.ts'
import { anaAtAcme } from './people.ts'

type Where = {
  /** Who looks at the page; Ana at Acme unless said. */
  readonly signedIn?: SignedIn
  /** The address under which the page is shown, when it reads it. */
  readonly at?: string
  /** The route that the address belongs to, such as `/$organization/tools/$projectId`. */
  readonly route?: string
}

/** Shows one page to a signed-in user, the way the application does but without its shell. */
export async function show(
  page: ReactNode,
  { signedIn = anaAtAcme, at = '/acme/page', route = '/$' }: Where = {},
) {
  const root = createRootRoute({ component: Outlet })
  const only = createRoute({
    getParentRoute: () => root,
    path: route,
    component: () => (
      <SignedInContext value={signedIn}>
        <Suspense fallback="Loading…">{page}</Suspense>
      </SignedInContext>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([only]),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultNotFoundComponent: () => <p>Another page</p>,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () => {
    render(
      <Frame client={client}>
        <RouterProvider router={router as never} />
      </Frame>,
    )
    await router.load()
  })
  return { router, client }
}

/** Opens the whole application at an address, with the modules of an installation that has any, and what it hears. */
export async function open(at: string, modules: OptionalModules = {}, line?: LiveLine) {
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = buildRouter({ history, modules })
  const client = buildQueryClient(() => consequencesOf(client, router))
  await act(async () => {
    const all = (
      <Frame client={client} modules={modules}>
        <RouterProvider router={router} />
      </Frame>
    )
    render(line ? <LineContext value={line}>{all}</LineContext> : all)
    await router.load()
  })
  return { router, client, path: () => router.state.location.pathname }
}
