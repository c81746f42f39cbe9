import { getRouteApi } from '@tanstack/react-router'
import { AccessPage } from './access/AccessPage.tsx'

const route = getRouteApi('/error')

function explainCode(code: string | undefined, domain: string | undefined): string {
  const meanings: Readonly<Record<string, string>> = {
    IDM: 'This invitation is not meant for this user. Sign in with the address it was sent to.',
    IDV: 'The reply of the identity provider could not be verified. Try again. If that does not help, ask an administrator to check the settings of single sign-on.',
    INF: 'This invitation is invalid or has expired. Ask for a new one.',
    UMM: 'You are a member of multiple organizations. Sign in again and choose one.',
    USF: `An account for ${domain ?? 'your domain'} already exists. Ask its administrator to invite you.`,
    USR: 'Signing up is not allowed here. Ask an administrator to invite you.',
    INE001: 'Disposable email addresses are not allowed. Use a permanent one.',
    INE002: 'The format of the email address is invalid. Check it and try again.',
    INS: 'Access is denied.',
  }
  return (code && meanings[code]) || 'Something is wrong with this session. Please log in again.'
}

/** Explains why a user could not sign in. */
export function AccessDeniedPage() {
  const { code, domain } = route.useSearch()
  return <AccessPage title="Access denied" explanation={explainCode(code, domain)} />
}
