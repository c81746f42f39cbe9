import {
  ApiOutlined,
  AuditOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  CrownOutlined,
  FileDoneOutlined,
  KeyOutlined,
  SettingOutlined,
  TeamOutlined,
  UsergroupAddOutlined,
} from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { usePageExists } from '../../../shared/navigation/page-exists.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { type Paths, usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import './settings-hub.css'

/** Links to the settings of the organization: keys, people and defaults. */
export function SettingsHubPage() {
  usePageTitle('Platform')
  const paths = usePaths()
  const { user, isPlatformAdmin } = useSignedIn()
  const hasReview = usePageExists()(paths.reviewSettings())
  const doors = [
    ...(user.isAdmin ? adminLinks(paths) : []),
    triadLink(paths),
    ...(hasReview && user.isAdmin ? [reviewLink(paths)] : []),
    ...(user.isAdmin ? [auditLink(paths)] : []),
    ...(isPlatformAdmin ? [platformAdminLink(paths)] : []),
  ]
  return (
    <div className="page" style={{ maxWidth: 900 }}>
      <PageHeader title="Platform" description="Keys, people and defaults for your organization." />
      <ul className="hub">
        {doors.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Link className="sheet hub-door" to={to}>
              <span aria-hidden="true">{icon}</span>
              <span>
                <strong>{title}</strong>
                <small>{text}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

type SettingsLink = {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

const adminLinks = (paths: Paths): SettingsLink[] => [
  {
    to: paths.platformSettings(),
    icon: <KeyOutlined />,
    title: 'Platform Settings',
    text: 'The two platform keys of the organization.',
  },
  {
    to: paths.platformApiKeys(),
    icon: <ApiOutlined />,
    title: 'Platform API Keys',
    text: 'Keys that let scripts do what users can do in the browser.',
  },
  {
    to: paths.globalKeys(),
    icon: <CloudServerOutlined />,
    title: 'Global Deployment Keys',
    text: 'Keys that let programs call several deployments.',
  },
  {
    to: paths.users(),
    icon: <TeamOutlined />,
    title: 'User Management',
    text: 'The members of the organization and their roles.',
  },
  {
    to: paths.groups(),
    icon: <UsergroupAddOutlined />,
    title: 'Groups',
    text: 'Groups of members that you can share with.',
  },
  {
    to: paths.organizationSettings(),
    icon: <SettingOutlined />,
    title: 'Organization Settings',
    text: 'What members of the organization can do.',
  },
]

const triadLink = (paths: Paths): SettingsLink => ({
  to: paths.triad(),
  icon: <ClusterOutlined />,
  title: 'Default Triad',
  text: 'The adapters that your new projects start with.',
})

const reviewLink = (paths: Paths): SettingsLink => ({
  to: paths.reviewSettings(),
  icon: <FileDoneOutlined />,
  title: 'Human In The Loop Settings',
  text: 'Which values people review, and when.',
})

const auditLink = (paths: Paths): SettingsLink => ({
  to: paths.auditLog(),
  icon: <AuditOutlined />,
  title: 'Audit Log',
  text: 'A record of changes to settings, people, keys and sharing.',
})

const platformAdminLink = (paths: Paths): SettingsLink => ({
  to: paths.adminSettings(),
  icon: <CrownOutlined />,
  title: 'Admin settings',
  text: 'Create organizations for others.',
})
