import { AuditOutlined, ClusterOutlined, KeyOutlined, TeamOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import './settings-hub.css'

/** Keys, people and defaults of the organization. */
export function SettingsHubPage() {
  usePageTitle('Platform')
  const paths = usePaths()
  const { user } = useSignedIn()
  return (
    <div className="page" style={{ maxWidth: 900 }}>
      <PageHeader title="Platform" description="Keys, people and defaults of the organization." />
      <ul className="hub">
        {user.isAdmin && (
          <Door
            to={paths.platformSettings()}
            icon={<KeyOutlined />}
            title="Platform Settings"
            text="The keys with which scripts reach the platform."
          />
        )}
        <Door
          to={paths.users()}
          icon={<TeamOutlined />}
          title="User Management"
          text="Who belongs to the organization, and in which role."
        />
        <Door
          to={paths.triad()}
          icon={<ClusterOutlined />}
          title="Default Triad"
          text="The adapters that your new projects start with."
        />
        {user.isAdmin && (
          <Door
            to={paths.auditLog()}
            icon={<AuditOutlined />}
            title="Audit Log"
            text="Who changed which settings, people, keys and shares."
          />
        )}
      </ul>
    </div>
  )
}

type DoorProps = {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

function Door({ to, icon, title, text }: DoorProps) {
  return (
    <li>
      <Link className="sheet hub-door" to={to}>
        <span aria-hidden="true">{icon}</span>
        <span>
          <strong>{title}</strong>
          <small>{text}</small>
        </span>
      </Link>
    </li>
  )
}
