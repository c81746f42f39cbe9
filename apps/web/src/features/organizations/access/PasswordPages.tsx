import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { textIn, useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { pageNavigation, serverPages } from '../../../shared/navigation/page-navigation.ts'
import { AccessForm } from './AccessForm.tsx'
import { AccessPage } from './AccessPage.tsx'
import { access, useRequestPasswordReset, useResetPassword } from './access.queries.ts'

const email = [{ name: 'email', label: 'Email', type: 'email' }] as const

/** Requests an email with a link for choosing a new password. */
export function ForgottenPasswordPage() {
  const { mutate, data, error, isPending } = useRequestPasswordReset()
  const { data: accessOptions } = useQuery(access)
  return (
    <AccessPage
      title="Reset your password"
      explanation="We will email you a link to set a new password."
    >
      {accessOptions && !accessOptions.sendsMail && (
        <Alert
          type="info"
          showIcon
          title="This installation does not send email. Ask an administrator for the link."
        />
      )}
      {data ? (
        <Alert type="success" showIcon role="status" title={data.message} />
      ) : (
        <AccessForm
          fields={email}
          okText="Send link"
          fallback="Failed to request the email"
          error={error}
          isPending={isPending}
          onSubmit={(values) => mutate(values.email ?? '')}
        />
      )}
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
