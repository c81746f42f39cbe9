import { BankOutlined, LockOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type MenuSection, PopMenu } from '../../shared/menu/PopMenu.tsx'
import { serverPages } from '../../shared/navigation/page-navigation.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import type { Organization } from '../../shared/session/account.ts'
import { type SignedIn, useSignedIn } from '../../shared/session/signed-in.ts'
import { useModuleItems } from './module-items.tsx'

const SwitchOrganization = lazy(async () => ({
  default: (await import('./SwitchOrganization.tsx')).SwitchOrganization,
}))

/** The account menu. */
export function AvatarMenu() {
  const signedIn = useSignedIn()
  const to = usePaths()
  const alerts = useAlerts()
  const [targetOrganization, setTargetOrganization] = useState<Organization>()
  const { name } = namesOf(signedIn)
  const moduleItems = useModuleItems()

  function handleSwitch(organization: Organization) {
    if (organization.id !== signedIn.organization.id) return setTargetOrganization(organization)
    alerts.hint(`You are already in ${organization.displayName}`)
  }

  const sections: MenuSection[] = [
    {
      key: 'self',
      heading: <UserInfo {...namesOf(signedIn)} />,
      items: [
        { key: 'profile', label: 'Profile', icon: <UserOutlined />, to: to.profile() },
        {
          key: 'own-account',
          label: 'Password and sessions',
          icon: <LockOutlined />,
          to: to.ownAccount(),
        },
      ],
    },
    ...(moduleItems.length > 0 ? [{ key: 'modules', items: moduleItems }] : []),
    ...(signedIn.organizations.length > 1 ? [switchSection(signedIn, handleSwitch)] : []),
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
        label={`${initials(name)}: account menu for ${name}`}
        className="avatar-button"
        sections={sections}
      >
        {initials(name)}
      </PopMenu>
      <Suspense>
        {targetOrganization && (
          <SwitchOrganization
            organization={targetOrganization}
            onClose={() => setTargetOrganization(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

const namesOf = ({ user }: SignedIn) => ({
  name: user.displayName || user.email,
  email: user.email,
})

function UserInfo({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <span className="avatar-who">
      <strong>{name}</strong>
      {name !== email && <span>{email}</span>}
    </span>
  )
}

function switchSection(
  { organization: currentOrganization, organizations }: SignedIn,
  onSwitch: (organization: Organization) => void,
): MenuSection {
  return {
    key: 'switch',
    heading: 'Switch Org',
    items: organizations.map((organization) => ({
      key: organization.id,
      label: organization.displayName,
      icon: <BankOutlined />,
      isSelected: organization.id === currentOrganization.id,
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
