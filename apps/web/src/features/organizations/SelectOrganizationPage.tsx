import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useAddressSearch } from '../../shared/navigation/address-search.ts'
import { internalAddress } from '../../shared/navigation/deep-link.ts'
import { pageNavigation } from '../../shared/navigation/page-navigation.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'
import type { Organization } from '../../shared/session/account.ts'
import { enterOrganization, sessionStart } from '../../shared/session/session.queries.ts'

/** Lets a member of several organizations choose the one for this session. */
export function SelectOrganizationPage() {
  usePageTitle('Select an organization')
  // Uses only the result of the start-up. Without one, the page redirects to the start.
  const { data: start } = useQuery({ ...sessionStart, enabled: false })
  if (start?.state !== 'choose') return <Navigate to={paths.home()} replace />

  return (
    <main className="page" style={{ maxWidth: 560, paddingTop: '12vh' }}>
      <PageHeader
        title="Select an organization"
        description={
          start.left
            ? 'Select an organization to continue.'
            : 'You belong to several organizations. You can switch later in your account menu.'
        }
      />
      {start.left && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          style={{ marginBottom: 16 }}
          title={`You are no longer a member of ${start.left}`}
          description="An admin removed you from it. What you created there stays in the organization."
        />
      )}
      <ul className="sheet choice-list">
        {start.organizations.map((organization) => (
          <Choice key={organization.id} organization={organization} />
        ))}
      </ul>
    </main>
  )
}

function Choice({ organization }: { readonly organization: Organization }) {
  const alerts = useAlerts()
  const next = internalAddress(useAddressSearch().next)
  const enter = useMutation({
    mutationFn: () => enterOrganization(organization.id),
    // The session starts anew with the page, in the organization that it has entered now.
    onSuccess: () => pageNavigation.to(isOf(organization, next) ? next : paths.home()),
    onError: (refusal) =>
      alerts.showError(refusal, `Could not connect to ${organization.displayName}`),
  })

  return (
    <li>
      <span>{organization.displayName}</span>
      <Button
        loading={enter.isPending}
        onClick={() => enter.mutate()}
        aria-label={`Connect to ${organization.displayName}`}
      >
        Connect
      </Button>
    </li>
  )
}

/** The requested address is opened if it belongs to the chosen organization. */
const isOf = ({ name }: Organization, next: string | undefined): next is string =>
  next?.split(/[/?#]/)[1] === encodeURIComponent(name)
