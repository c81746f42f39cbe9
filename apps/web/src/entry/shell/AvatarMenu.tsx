import { LogoutOutlined, SwapOutlined, UserOutlined } from '@ant-design/icons'
import type { Organization } from '@recto/contract/session'
import { Link } from '@tanstack/react-router'
import { App, Avatar, Dropdown, type MenuProps } from 'antd'
import { useAlerts } from '../../shared/alerts.tsx'
import { leave, serverPages } from '../../shared/leave.ts'
import { paths, usePaths } from '../../shared/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { enterOrganization } from '../../shared/session/start-session.ts'

/** The user's own menu. */
export function AvatarMenu() {
  const { user, organizations } = useSession()
  const to = usePaths()
  const onSwitch = useSwitchOrganization()
  const name = user.display_name || user.email

  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who name={name} email={user.email} /> },
    { type: 'divider' },
    {
      key: 'profile',
      icon: <UserOutlined />,
      label: <Link to={to.profile()}>Profile</Link>,
    },
    ...(organizations.length > 1 ? [switchItem(organizations, onSwitch)] : []),
    {
      key: 'logout',
      icon: <LogoutOutlined />,
      label: <a href={serverPages.logout}>Logout</a>,
    },
  ]

  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <button type="button" className="avatar-button" aria-label={`Account of ${name}`}>
        <Avatar size={30} className="avatar">
          {initials(name)}
        </Avatar>
      </button>
    </Dropdown>
  )
}

function Who({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <span className="avatar-who">
      <strong>{name}</strong>
      {name !== email && <span>{email}</span>}
    </span>
  )
}

function switchItem(
  organizations: readonly Organization[],
  onSwitch: (organization: Organization) => void,
) {
  return {
    key: 'switch',
    icon: <SwapOutlined />,
    label: 'Switch Org',
    children: organizations.map((organization) => ({
      key: `organization:${organization.id}`,
      label: organization.display_name,
      onClick: () => onSwitch(organization),
    })),
  }
}

function useSwitchOrganization() {
  const { organization: present } = useSession()
  const alerts = useAlerts()
  const { modal } = App.useApp()

  return (organization: Organization) => {
    const name = organization.display_name
    if (organization.id === present.id) return alerts.warn(`You are already in ${name}`)
    modal.confirm({
      title: `Want to switch to ${name}?`,
      okText: 'Switch',
      async onOk() {
        try {
          await enterOrganization(organization.id)
          leave.to(paths.home())
        } catch (refusal) {
          alerts.failed(refusal, `Could not switch to ${name}`)
        }
      },
    })
  }
}

const initials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
