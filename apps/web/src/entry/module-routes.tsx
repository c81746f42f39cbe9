import { type AnyRoute, createRoute } from '@tanstack/react-router'
import type { OptionalModules } from '../shared/modules/modules.ts'
import { TEXT_EXTRACTION } from '../shared/session/products.ts'
import { ProductLayout } from './ProductLayout.tsx'
import { admins, inside, root } from './roots.tsx'

type Added = { readonly [where in 'inside' | 'forAdmins' | 'outside']: readonly AnyRoute[] }

/** The routes of what the installation adds. What is absent has none, so its addresses are not found. */
export function moduleRoutes({ pages = [], products = [] }: OptionalModules): Added {
  const below = (parent: () => AnyRoute, isForAdmins: boolean) =>
    pages
      .filter((page) => (page.isForAdmins ?? false) === isForAdmins)
      .map(({ path, component }) => createRoute({ getParentRoute: parent, path, component }))
  return {
    inside: below(inside, false),
    forAdmins: below(() => admins, true),
    outside: products.map(productRoute),
  }
}

type Product = NonNullable<OptionalModules['products']>[number]

function productRoute({ id, pages }: Product): AnyRoute {
  const area: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: id === TEXT_EXTRACTION ? `/${id}/$organization` : `/${id}`,
    component: ProductLayout,
  })
  return area.addChildren(
    pages.map(({ path, component }) =>
      createRoute({ getParentRoute: () => area, path, component }),
    ),
  )
}
