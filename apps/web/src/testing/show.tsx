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
import { type LiveConnection, LiveConnectionContext } from '../shared/live/live-connection.ts'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { type SignedIn, SignedInContext } from '../shared/session/signed-in.ts'
import { anaAtAcme } from './people.ts'

type ShowOptions = {
  /** The user who opens the page; Ana at Acme by default. */
  readonly signedIn?: SignedIn
  /** The address under which the page is shown, when it reads it. */
  readonly at?: string
  /** The route that the address belongs to, such as `/$organization/tools/$projectId`. */
  readonly route?: string
}

/** Shows one page to a signed-in user, the way the application does but without its shell. */
export async function show(
  page: ReactNode,
  { signedIn = anaAtAcme, at: address = '/acme/page', route = '/$' }: ShowOptions = {},
) {
  const root = createRootRoute({ component: Outlet })
  const pageRoute = createRoute({
    getParentRoute: () => root,
    path: route,
    component: () => (
      <SignedInContext value={signedIn}>
        <Suspense fallback="Loading…">{page}</Suspense>
      </SignedInContext>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([pageRoute]),
    history: createMemoryHistory({ initialEntries: [address] }),
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
export async function open(address: string, modules: OptionalModules = {}, line?: LiveConnection) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = buildRouter({ history, modules })
  const client = buildQueryClient(() => consequencesOf(client, router))
  await act(async () => {
    const all = (
      <Frame client={client} modules={modules}>
        <RouterProvider router={router} />
      </Frame>
    )
    render(line ? <LiveConnectionContext value={line}>{all}</LiveConnectionContext> : all)
    await router.load()
  })
  return { router, client, path: () => router.state.location.pathname }
}
