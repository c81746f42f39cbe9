import { escapeHtml } from '../../../platform/strings.ts'
import { passkeyAddress, renderDoorPage } from './sign-in-page.ts'

export type SecondStepPage = {
  readonly csrfToken: string
  /** Page to open after signing in. */
  readonly next: string
  readonly problem?: string
}

/** Renders the form that asks for the second factor, after the password was right. */
export function renderSecondStepPage({ csrfToken, next, problem }: SecondStepPage): string {
  const marks = problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
  return renderDoorPage({
    title: 'Confirm your sign-in',
    purpose: 'Your password is right. Enter a code to confirm that it is you.',
    form: {
      action: '/api/v1/login/second-step',
      csrfToken,
      next,
      problem,
      fields: `<label for="code">Code of your authenticator app, or a recovery code</label>
<input id="code" name="code" required maxlength="60" autocomplete="one-time-code" autocapitalize="none" spellcheck="false"${marks} autofocus>`,
      button: 'Confirm',
    },
    help: `<p class="help"><a class="way" href="${passkeyAddress(next)}">Use a passkey instead</a></p>
<p class="help">Without your device, use one of the recovery codes that you saved when you set up the second factor. If you have none left, an admin of your organization can reset it.</p>
<p class="help"><a href="/api/v1/login?next=${escapeHtml(encodeURIComponent(next))}">Start again</a></p>`,
  })
}
