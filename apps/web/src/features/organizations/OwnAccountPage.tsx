import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { DeleteAccount } from './deletion/DeleteAccount.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionTable } from './SessionTable.tsx'
import { SecondFactorSection } from './second-factor/SecondFactorSection.tsx'

/** The user's password, second factors and sessions. */
export function OwnAccountPage() {
  usePageTitle('Password and sessions')
  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader
        title="Password and sessions"
        description="Changing your password ends all your other sessions."
      />
      <PasswordForm />
      <h2 style={{ marginTop: 32 }}>Second factor</h2>
      <SecondFactorSection />
      <h2 style={{ marginTop: 32 }}>Sessions</h2>
      <SessionTable />
      <h2 style={{ marginTop: 32 }}>Delete account</h2>
      <DeleteAccount />
    </div>
  )
}
