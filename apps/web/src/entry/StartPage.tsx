import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, useEffect } from 'react'
import { isTextProductInUse } from '../features/text-service/text-service.queries.ts'
import { useModules } from '../shared/modules/modules.ts'
import { usePageExists } from '../shared/navigation/page-exists.ts'
import { paths, pathsOf, productPaths } from '../shared/navigation/paths.ts'
import { isPlaceholder } from '../shared/session/account.ts'
import { useMissingAdapterTypes } from '../shared/session/adapter.queries.ts'
import {
  platformId,
  productsOf,
  selectedProduct,
  selectPlatformByDefault,
  TEXT_EXTRACTION,
  VERTICALS,
} from '../shared/session/products.ts'
import { isSetupPostponed } from '../shared/session/setup-postponement.ts'
import { isReviewOnly, useSignedIn } from '../shared/session/signed-in.ts'
import { SessionGate } from './SessionGate.tsx'
import { ShellSkeleton } from './shell/ShellSkeleton.tsx'

const AdminSettingsPage = lazy(async () => ({
  default: (await import('../features/organizations/platform/AdminSettingsPage.tsx'))
    .AdminSettingsPage,
}))

/** The root address, which redirects every user to the right first page. */
export function StartPage() {
  return (
    <SessionGate>
      <ToFirstPage />
    </SessionGate>
  )
}

/**
 * Redirects users who only review to the review. Other members are first sent through the set-up if
 * an adapter required for extraction is missing.
 */
export function ToFirstPage() {
  const signedIn = useSignedIn()
  const exists = usePageExists()
  const { isPending, path: productPath } = useFirstPage()
  const to = pathsOf(signedIn.organization.name)
  const isMissing = useMissingAdapterTypes().length > 0
  const isIncomplete = isMissing && !isSetupPostponed(signedIn.logEventsId)
  if (signedIn.isPlatformAdmin && isPlaceholder(signedIn.organization)) {
    return <AdminSettingsPage />
  }
  if (isPending) return <ShellSkeleton />
  if (productPath) return <Navigate to={productPath} replace />
  if (isReviewOnly(signedIn) && exists(to.review())) return <Navigate to={to.review()} replace />
  return <Navigate to={isIncomplete ? to.onboard() : to.projects()} replace />
}

/**
 * Returns where the chosen product starts; `undefined` for the platform. A user who has not chosen
 * is asked if the organization uses several products.
 */
function useFirstPage(): { readonly isPending: boolean; readonly path?: string | undefined } {
  const { products = [] } = useModules()
  const signedIn = useSignedIn()
  const { organization } = signedIn
  // Users who only review cannot use other products.
  const isPlatformUser = products.length === 0 || isReviewOnly(signedIn)
  const selected = productsOf(products).find(({ id }) => id === selectedProduct())
  const isUndecided = !isPlatformUser && !selected
  const { data: hasChoice, isLoading } = useQuery({
    ...isTextProductInUse,
    enabled: isUndecided && products.some(({ id }) => id === TEXT_EXTRACTION),
  })
  useEffect(() => {
    if (isUndecided && !isLoading && !hasChoice) selectPlatformByDefault()
  }, [isUndecided, isLoading, hasChoice])

  if (isPlatformUser) return { isPending: false }
  if (!selected) {
    return { isPending: isLoading, path: hasChoice ? paths.chooseProduct() : undefined }
  }
  const firstPages: Readonly<Record<string, string | undefined>> = {
    [platformId()]: undefined,
    [TEXT_EXTRACTION]: productPaths.playground(organization.name),
    [VERTICALS]: productPaths.verticals(),
  }
  return { isPending: false, path: firstPages[selected.id] }
}
