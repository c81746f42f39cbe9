import { Navigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { explain, Refusal } from '../../../shared/api/refusal.ts'
import { textIn, useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { withNext } from '../../../shared/navigation/deep-link.ts'
import { pageNavigation, serverPages } from '../../../shared/navigation/page-navigation.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { selectPlatformByDefault } from '../../../shared/session/products.ts'
import { AccessForm } from './AccessForm.tsx'
import { AccessPage } from './AccessPage.tsx'
import { useAcceptInvitation, useConfirmAccount, useReadInvitation } from './access.queries.ts'

const useToken = () => textIn(useAddressSearch().token) ?? ''

function enter(): void {
  selectPlatformByDefault()
  pageNavigation.to(paths.home())
}

/**
 * Creates the account whose address an email has confirmed. It requires a click, because programs
 * follow links as well.
 */
export function ConfirmAccountPage() {
  const token = useToken()
  const { mutate, error, isPending } = useConfirmAccount()
  const confirm = () => mutate(token, { onSuccess: enter })
  return (
    <AccessPage
      title="Confirm your email address"
      explanation="One more step to create your account."
    >
      {error && <Failed error={error} fallback="Failed to create the account" />}
      <Button type="primary" size="large" block loading={isPending} onClick={confirm}>
        Create account
      </Button>
    </AccessPage>
  )
}

const password = [
  {
    name: 'password',
    label: 'Password',
    type: 'new-password',
    hint: 'At least 12 characters. Four random words work well.',
  },
] as const

/** Refusals that the page of denied access explains: no such invitation, or one for somebody else. */
const denialCodes = ['INF', 'IDM']

/** Adds the invited person as a member; without an account, they choose a password here. */
export function InvitationPage() {
  const token = useToken()
  const { mutate: readInvitation, data: invitation, error } = useReadInvitation()
  const accept = useAcceptInvitation()
  useEffect(() => readInvitation(token), [readInvitation, token])

  function join(password?: string) {
    accept.mutate(password ? { token, password } : { token }, {
      onSuccess: enter,
      onError: (refusal) => {
        if (codeOf(refusal) !== 'sign_in') return
        pageNavigation.to(withNext(serverPages.login, paths.invitation(token)))
      },
    })
  }

  const denialCode = denialCodes.find((code) => [error, accept.error].map(codeOf).includes(code))
  if (denialCode) return <Navigate to="/error" search={{ code: denialCode }} replace />
  if (error) {
    return (
      <AccessPage title="Invitation" explanation="The invitation could not be opened.">
        <Failed error={error} fallback="This invitation is invalid or has expired" />
      </AccessPage>
    )
  }
  if (!invitation) return <AccessPage title="Invitation" explanation="Loading…" />
  const { organization, email, hasAccount } = invitation
  return (
    <AccessPage title={`Join ${organization}`} explanation={`The invitation is for ${email}.`}>
      {hasAccount ? (
        <>
          {accept.error && (
            <Failed error={accept.error} fallback="Failed to join the organization" />
          )}
          <Button
            type="primary"
            size="large"
            block
            loading={accept.isPending}
            onClick={() => join()}
          >
            Join {organization}
          </Button>
        </>
      ) : (
        <AccessForm
          fields={password}
          okText={`Join ${organization}`}
          fallback="Failed to join the organization"
          error={accept.error}
          isPending={accept.isPending}
          onSubmit={(values) => join(values.password)}
        />
      )}
    </AccessPage>
  )
}

type FailedProps = { readonly error: Error; readonly fallback: string }

const Failed = ({ error, fallback }: FailedProps) => (
  <Alert type="error" showIcon role="alert" title={explain(error, fallback)} />
)

const codeOf = (error: Error | null): string | undefined =>
  error instanceof Refusal ? error.failures[0]?.code : undefined
