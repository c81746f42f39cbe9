import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { textIn, useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { pageNavigation, serverPages } from '../../../shared/navigation/page-navigation.ts'
import { AccessForm } from './AccessForm.tsx'
import { AccessPage } from './AccessPage.tsx'
import { access, useRequestPasswordReset, useResetPassword } from './access.queries.ts'

const title = 'Reset your password'

const email = [{ name: 'email', label: 'Email', type: 'email' }] as const

/** Requests an email with a link for choosing a new password, or says who can set one where no email is sent. */
export function ForgottenPasswordPage() {
  const { data: accessOptions, isPending: isAccessPending } = useQuery(access)
  const { mutate, data, error, isPending } = useRequestPasswordReset()
  if (isAccessPending) return <AccessPage title={title} explanation="Loading…" />
  // Where the options could not be loaded, the form itself says what is wrong.
  if (accessOptions?.sendsMail === false) {
    return (
      <AccessPage
        title={title}
        explanation="This installation does not send email, so it cannot send you a link."
      >
        <p>
          Its administrator can set a new password for you with{' '}
          <code>npm run reset-password -- USER</code>, where USER is the name that you sign in with.
        </p>
      </AccessPage>
    )
  }
  if (data) {
    return (
      <AccessPage title={title} explanation="The link works once, for two hours.">
        <Alert type="success" showIcon role="status" title={data.message} />
      </AccessPage>
    )
  }
  return (
    <AccessPage title={title} explanation="We will email you a link to set a new password.">
      <AccessForm
        fields={email}
        okText="Send link"
        fallback="Failed to request the email"
        error={error}
        isPending={isPending}
        onSubmit={(values) => mutate(values.email ?? '')}
      />
    </AccessPage>
  )
}

const password = [
  {
    name: 'password',
    label: 'New password',
    type: 'new-password',
    hint: 'At least 12 characters. Four random words work well.',
  },
] as const

/** Sets a new password, opened by a link in an email. */
export function ResetPasswordPage() {
  const token = textIn(useAddressSearch().token) ?? ''
  const { mutate, error, isPending } = useResetPassword()
  return (
    <AccessPage
      title="Set a new password"
      explanation="This ends all your sessions. Sign in again with the new password."
    >
      <AccessForm
        fields={password}
        okText="Set password"
        fallback="Failed to set the password"
        error={error}
        isPending={isPending}
        onSubmit={(values) =>
          mutate(
            { token, password: values.password ?? '' },
            { onSuccess: () => pageNavigation.to(serverPages.login) },
          )
        }
      />
    </AccessPage>
  )
}
