import { type AnyRoute, createRoute, Navigate } from '@tanstack/react-router'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { productPaths } from '../shared/navigation/paths.ts'
import { TEXT_EXTRACTION } from '../shared/session/products.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { ProductLayout } from './ProductLayout.tsx'
import { admins, organizationRoot, root } from './roots.tsx'

type AddedRoutes = { readonly [where in 'inside' | 'forAdmins' | 'outside']: readonly AnyRoute[] }

/**
 * Creates the routes of the optional modules. An absent module has no routes, so its addresses are
 * not found.
 */
export function moduleRoutes({ pages = [], products = [] }: OptionalModules): AddedRoutes {
  const routesBelow = (parent: () => AnyRoute, isForAdmins: boolean) =>
    pages
      .filter((page) => (page.isForAdmins ?? false) === isForAdmins)
      .map(({ path, component }) => createRoute({ getParentRoute: parent, path, component }))
  return {
    inside: routesBelow(organizationRoot, false),
    forAdmins: routesBelow(() => admins, true),
    outside: products.flatMap(productRoutes),
  }
}

type Product = NonNullable<OptionalModules['products']>[number]

function productRoutes({ id, pages }: Product): AnyRoute[] {
  const area: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: id === TEXT_EXTRACTION ? `/${id}/$organization` : `/${id}`,
    component: ProductLayout,
  })
  const routes = pages.map(({ path, component }) =>
    createRoute({ getParentRoute: () => area, path, component }),
  )
  if (id !== TEXT_EXTRACTION) return [area.addChildren(routes)]
  const first = createRoute({ getParentRoute: () => area, path: '/', component: ToPlayground })
  const bare: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: `/${id}`,
    component: ProductLayout,
  })
  const startRoute = createRoute({ getParentRoute: () => bare, path: '/', component: ToPlayground })
  return [area.addChildren([first, ...routes]), bare.addChildren([startRoute])]
}

/** Redirects to the playground. */
function ToPlayground() {
  const { organization } = useSignedIn()
  return <Navigate to={productPaths.playground(organization.name)} replace />
}
