import { escapeHtml } from '../../../platform/strings.ts'

export type SignInPage = {
  readonly csrfToken: string
  /** Page to open after signing in. */
  readonly next: string
  readonly username?: string
  readonly problem?: string
  readonly ways: Ways
}

/** Alternatives to signing in by password. */
type Ways = {
  readonly signUp: boolean
  readonly mail: boolean
  /** Name of the identity provider. */
  readonly externalName: string | undefined
}

/** Logo of the application's top bar, in the colors of this page. */
const logo = `<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="M4 6.5 13 4v22L4 28.5z" fill="#9aa2ae"/><path d="M13 4h10.5L28 8.5V26a2 2 0 0 1-2 2H13z" fill="var(--accent)"/><path d="M23.5 4v3a1.5 1.5 0 0 0 1.5 1.5h3z" fill="#b9cae3"/><rect x="16.5" y="12" width="8" height="2" rx="1" fill="#e6edf7"/><rect x="16.5" y="16.25" width="8.5" height="3.5" rx="1.25" fill="#f0a500"/><rect x="16.5" y="22" width="5" height="2" rx="1" fill="#e6edf7"/></svg>`

const style = `
:root { color-scheme: light dark; --paper: #faf8f3; --sheet: #fff; --hairline: #e4ded1; --edge: #8a8578; --ink: #1d2430; --soft: #5a6270; --accent: #24508f; --on-accent: #fff; --bad: #b3261e; --bad-soft: #fbeae8; }
@media (prefers-color-scheme: dark) { :root { --paper: #0e131b; --sheet: #151c27; --hairline: #273142; --edge: #5f6c80; --ink: #e8e6e0; --soft: #a7afbb; --accent: #8db4ee; --on-accent: #0e1a2c; --bad: #ff8d83; --bad-soft: #2c1a1c; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif; }
main { width: 100%; max-width: 376px; }
h1 { display: flex; align-items: center; gap: 12px; font-size: 24px; font-weight: 600; letter-spacing: -.01em; }
.purpose { margin-top: 8px; color: var(--soft); }
form { margin-top: 24px; padding: 24px; background: var(--sheet); border: 1px solid var(--hairline); border-radius: 6px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { display: block; width: 100%; height: 40px; margin-bottom: 16px; padding: 0 12px; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; font: inherit; font-size: 16px; }
input[aria-invalid] { border-color: var(--bad); }
button { width: 100%; height: 40px; margin-top: 8px; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.08); }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.problem { margin-bottom: 16px; padding: 8px 12px; border-left: 3px solid var(--bad); border-radius: 3px; background: var(--bad-soft); color: var(--bad); }
.help { margin-top: 16px; color: var(--soft); }
.help a { color: var(--accent); }
a.way { display: grid; place-items: center; min-height: 40px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 6px; background: var(--sheet); color: var(--ink); font-weight: 600; text-decoration: none; }
a.way:hover { border-color: var(--accent); }
a.way:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { white-space: nowrap; font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 13px; }
`

/** Renders the sign-in form as a self-contained page: no scripts, no other files. */
export function renderSignInPage(page: SignInPage): string {
  const { csrfToken, next, username = '', problem, ways } = page
  const marks = problem ? 'aria-invalid="true" aria-describedby="problem"' : ''
  const [first, second] = username ? ['', 'autofocus'] : ['autofocus', '']
  return renderDoorPage({
    title: 'Sign in to Recto',
    purpose:
      'Documents in, structured data out, and every value linked to its location on the page.',
    form: {
      action: '/api/v1/login',
      csrfToken,
      next,
      problem,
      fields: `<label for="username">Username or email address</label>
<input id="username" name="username" value="${escapeHtml(username)}" required minlength="3" maxlength="150" autocomplete="username" autocapitalize="none" spellcheck="false" ${marks} ${first}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required minlength="3" maxlength="256" autocomplete="current-password" ${marks} ${second}>`,
      button: 'Sign in',
    },
    help: `${externalSignInLink(ways, next)}${passkeyLink(next)}${help(ways)}`,
  })
}

type DoorPage = {
  readonly title: string
  readonly purpose: string
  readonly form: {
    readonly action: string
    readonly csrfToken: string
    readonly next: string
    readonly problem: string | undefined
    /** Markup. */
    readonly fields: string
    readonly button: string
  }
  /** Markup below the form. */
  readonly help: string
}

/** Renders the frame that the pages of a sign-in have in common. */
export function renderDoorPage({ title, purpose, form, help: helpMarkup }: DoorPage): string {
  const { action, csrfToken, next, problem, fields, button } = form
  const complaint = problem
    ? `<p class="problem" role="alert" id="problem">${escapeHtml(problem)}</p>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<main>
<h1>${logo}<span>Recto</span></h1>
<p class="purpose">${escapeHtml(purpose)}</p>
<form method="post" action="${action}">
${complaint}
<input type="hidden" name="csrfmiddlewaretoken" value="${escapeHtml(csrfToken)}">
${next === '/' ? '' : `<input type="hidden" name="next" value="${escapeHtml(next)}">`}
${fields}
<button type="submit">${escapeHtml(button)}</button>
</form>
${helpMarkup}
</main>
</body>
</html>
`
}

function externalSignInLink({ externalName }: Ways, next: string): string {
  if (!externalName) return ''
  const address = `/api/v1/login/outside?next=${encodeURIComponent(next)}`
  return `<p class="help"><a class="way" href="${escapeHtml(address)}">Sign in with ${escapeHtml(externalName)}</a></p>\n`
}

/** A page of the application, because passkeys need a script. */
export const passkeyAddress = (next: string): string =>
  escapeHtml(`/passkey?next=${encodeURIComponent(next)}`)

const passkeyLink = (next: string): string =>
  `<p class="help"><a class="way" href="${passkeyAddress(next)}">Sign in with a passkey</a></p>\n`

function help({ signUp, mail }: Ways): string {
  const passwordHelp = mail
    ? '<a href="/forgotten-password">Forgot your password?</a>'
    : 'Forgot your password? The administrator of this installation can set a new one with <code>npm run reset-password</code>.'
  const account = signUp ? '<p class="help"><a href="/landing">Create an account</a></p>\n' : ''
  return `${account}<p class="help">${passwordHelp}</p>`
}
