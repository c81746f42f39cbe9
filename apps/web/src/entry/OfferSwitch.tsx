import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { explain } from '../shared/api/refusal.ts'
import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { pageNavigation } from '../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../shared/navigation/page-title.ts'
import { paths } from '../shared/navigation/paths.ts'
import type { Organization } from '../shared/session/account.ts'
import { enterOrganization } from '../shared/session/session.queries.ts'
import { useSignedIn } from '../shared/session/signed-in.ts'
import { Shell } from './shell/Shell.tsx'

type Props = { readonly organization: Organization }

/**
 * Shown for a page of another organization of the user. A session is in one organization at a time,
 * so the user is asked whether to switch.
 */
export function OfferSwitch({ organization: { id, displayName } }: Props) {
  usePageTitle(displayName)
  const { organization: currentOrganization } = useSignedIn()
  const { href } = useLocation()
  const enter = useMutation({
    mutationFn: () => enterOrganization(id),
    onSuccess: () => pageNavigation.to(href),
  })

  return (
    <Shell>
      <div className="page">
        <EmptyState
          title={`This page belongs to ${displayName}`}
          explanation={`You are currently in ${currentOrganization.displayName} in all tabs of this browser.`}
        >
          <Button type="primary" loading={enter.isPending} onClick={() => enter.mutate()}>
            Switch to {displayName}
          </Button>
          <Button href={paths.home()}>Stay in {currentOrganization.displayName}</Button>
        </EmptyState>
        {enter.error && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={explain(enter.error, `Could not switch to ${displayName}`)}
          />
        )}
      </div>
    </Shell>
  )
}
