import { type AnyRoute, createRoute, Navigate, useParams } from '@tanstack/react-router'
import { type Paths, paths, usePaths } from '../shared/navigation/paths.ts'
import { organizationRoot, root } from './roots.tsx'

/*
 * Addresses that are the start of the address of a page without being one, as people get when they shorten an
 * address. Each leads to the list that the page belongs to.
 */

/** These are inside an organization. */
export const prefixes = [
  createRoute({ getParentRoute: organizationRoot, path: '/logs/$type', component: ToLogsOfType }),
  createRoute({
    getParentRoute: organizationRoot,
    path: '/pipelines',
    component: () => <ToPage choose={(to) => to.etlPipelines()} />,
  }),
  createRoute({ getParentRoute: organizationRoot, path: '/watch', component: ToWatchable }),
  createRoute({ getParentRoute: organizationRoot, path: '/watch/$kind', component: ToWatchable }),
] as const

/** These are outside organizations. */
export const publicPrefixes = [
  redirect('/payment', paths.home()),
  redirect('/promptStudio', paths.home()),
  redirect('/promptStudio/share', paths.home()),
  redirect('/sign-up', paths.landing()),
] as const

/** Shows the executions that one kind of deployment has started. */
function ToLogsOfType() {
  const { type = '' } = useParams({ strict: false })
  return <Navigate to={usePaths().logs()} search={{ entity: type } as never} replace />
}

/** Shows the list of what can be watched: API deployments or pipelines. */
function ToWatchable() {
  const { kind } = useParams({ strict: false }) as { readonly kind?: string }
  return <ToPage choose={(to) => (kind === 'pipeline' ? to.etlPipelines() : to.apiDeployments())} />
}

function ToPage({ choose }: { choose(to: Paths): string }) {
  return <Navigate to={choose(usePaths())} replace />
}

function redirect(path: string, to: string): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: () => <Navigate to={to} replace />,
  })
}

/** Leads from the former page of metrics to the page that has them now. */
export const ToUsage = () => <ToPage choose={(to) => to.usage()} />

/** Leads from the start of the addresses of the simple review to its first page. */
export const ToSimpleReview = () => <ToPage choose={(to) => to.simpleReviewDesk()} />
