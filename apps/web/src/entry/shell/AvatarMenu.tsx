import { BankOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import type { Organization } from '@recto/contract/session'
import { lazy, Suspense, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type MenuSection, PopMenu } from '../../shared/menu/PopMenu.tsx'
import { serverPages } from '../../shared/navigation/leave.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { type Session, useSession } from '../../shared/session/session.ts'

const SwitchOrganization = lazy(async () => ({
  default: (await import('./SwitchOrganization.tsx')).SwitchOrganization,
}))

/** The user's own menu. */
export function AvatarMenu() {
  const session = useSession()
  const to = usePaths()
  const alerts = useAlerts()
  const [wanted, setWanted] = useState<Organization>()
  const { name } = namesOf(session)

  function handleSwitch(organization: Organization) {
    if (organization.id !== session.organization.id) return setWanted(organization)
    alerts.warn(`You are already in ${organization.display_name}`)
  }

  const sections: MenuSection[] = [
    {
      key: 'self',
      heading: <Who {...namesOf(session)} />,
      items: [{ key: 'profile', label: 'Profile', icon: <UserOutlined />, to: to.profile() }],
    },
    ...(session.organizations.length > 1 ? [switchSection(session, handleSwitch)] : []),
    {
      key: 'end',
      items: [
        { key: 'logout', label: 'Logout', icon: <LogoutOutlined />, href: serverPages.logout },
      ],
    },
  ]

  return (
    <>
      <PopMenu
        label={`${initials(name)}: account of ${name}`}
        className="avatar-button"
        sections={sections}
      >
        {initials(name)}
      </PopMenu>
      <Suspense>
        {wanted && (
          <SwitchOrganization organization={wanted} onClose={() => setWanted(undefined)} />
        )}
      </Suspense>
    </>
  )
}

const namesOf = ({ user }: Session) => ({
  name: user.display_name || user.email,
  email: user.email,
})

function Who({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <span className="avatar-who">
      <strong>{name}</strong>
      {name !== email && <span>{email}</span>}
    </span>
  )
}

function switchSection(
  { organization: present, organizations }: Session,
  onSwitch: (organization: Organization) => void,
): MenuSection {
  return {
    key: 'switch',
    heading: 'Switch Org',
    items: organizations.map((organization) => ({
      key: organization.id,
      label: organization.display_name,
      icon: <BankOutlined />,
      isChosen: organization.id === present.id,
      onSelect: () => onSwitch(organization),
    })),
  }
}

const initials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
