import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { textIn, useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { pageNavigation, serverPages } from '../../../shared/navigation/page-navigation.ts'
import { AccessForm } from './AccessForm.tsx'
import { AccessPage } from './AccessPage.tsx'
import { access, useRequestPasswordReset, useResetPassword } from './access.queries.ts'

const email = [{ name: 'email', label: 'E-mail', type: 'email' }] as const

/** Requests an email with a link for choosing a new password. */
export function ForgottenPasswordPage() {
  const { mutate, data, error, isPending } = useRequestPasswordReset()
  const { data: accessOptions } = useQuery(access)
  return (
    <AccessPage title="Forgotten password" explanation="A mail brings a link to choose a new one.">
      {accessOptions && !accessOptions.sendsMail && (
        <Alert
          type="info"
          showIcon
          title="This installation sends no mail. Ask whoever runs it for the link."
        />
      )}
      {data ? (
        <Alert type="success" showIcon role="status" title={data.message} />
      ) : (
        <AccessForm
          fields={email}
          okText="Send the link"
          fallback="The mail could not be asked for"
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
    hint: 'At least 12 characters; four words are good.',
  },
] as const

/** Sets a new password, opened by a link in an email. */
export function ResetPasswordPage() {
  const token = textIn(useAddressSearch().token) ?? ''
  const { mutate, error, isPending } = useResetPassword()
  return (
    <AccessPage title="New password" explanation="All your sessions end; sign in with the new one.">
      <AccessForm
        fields={password}
        okText="Set the password"
        fallback="The password was not set"
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
