import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { NewOrganizationLink } from './access/NewOrganizationLink.tsx'
import { roleName } from './people/person.ts'

/** The user's profile, read-only; the password is changed on another page. */
export function ProfilePage() {
  usePageTitle('Profile')
  const { user, role, organization } = useSignedIn()
  const facts = [
    ['Username', user.displayName || user.name],
    ['Email', user.email],
    ['Roles', roleName(role, user.isAdmin)],
    ['Organization', organization.displayName],
  ] as const

  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader title="Profile" description="Your account in this organization.">
        <Tooltip title="An administrator can reset the password of a local account on the server.">
          <Button disabled>Reset Password</Button>
        </Tooltip>
        <NewOrganizationLink />
        <Link to={usePaths().ownAccount()}>Password and sessions</Link>
      </PageHeader>
      <dl className="sheet fact-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
