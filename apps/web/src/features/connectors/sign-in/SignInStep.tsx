import { Alert, Button } from 'antd'
import { NOT_AVAILABLE, type SignInState } from './use-sign-in.ts'

const labels: Readonly<Record<string, string>> = {
  'google-oauth2': 'Sign in with Google',
  'google-mail-oauth2': 'Sign in with Google',
  'azuread-tenant-oauth2': 'Sign in with Microsoft',
  'azuread-mail-oauth2': 'Sign in with Microsoft',
}

type Props = {
  readonly backend: string
  readonly signIn: SignInState
  /** Whether an earlier sign-in is stored. */
  readonly isSignedIn: boolean
}

const texts = {
  start: 'Not signed in yet.',
  waiting: 'Continue in the other window.',
  closed: 'The window was closed. If you had not finished signing in, try again.',
  done: 'Signed in. Now test the connection.',
} as const

/** Lets the user sign in at the service of a connector. */
export function SignInStep({ backend, signIn, isSignedIn }: Props) {
  const label = labels[backend]
  if (!label) {
    return (
      <Alert type="error" showIcon role="alert" className="service-outcome" title={NOT_AVAILABLE} />
    )
  }
  const { stage, start } = signIn
  return (
    <div className="connector-sign-in">
      <Button onClick={start}>{isSignedIn ? `${label} again` : label}</Button>
      {stage.at === 'failed' ? (
        <span role="alert" className="connector-sign-in-failure">
          {stage.failureText}
        </span>
      ) : (
        <span role="status">{stage.at === 'start' && isSignedIn ? '' : texts[stage.at]}</span>
      )}
    </div>
  )
}
