import {
  AuditOutlined,
  BarChartOutlined,
  CheckSquareOutlined,
  ControlOutlined,
  CreditCardOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { MenuItem } from '../../shared/menu/PopMenu.tsx'
import { usePageExists } from '../../shared/navigation/page-exists.ts'
import { type Paths, usePaths } from '../../shared/navigation/paths.ts'
import { type SignedIn, useSignedIn } from '../../shared/session/signed-in.ts'

type Offer = {
  readonly label: string
  readonly icon: ReactNode
  readonly to: string
  readonly isFor: boolean
}

/**
 * Returns the modules' entries in the account menu: those that are meant for the user and whose
 * page exists.
 */
export function useModuleItems(): MenuItem[] {
  const exists = usePageExists()
  return offersFor(useSignedIn(), usePaths())
    .filter(({ isFor, to }) => isFor && exists(to))
    .map(({ label, icon, to }) => ({ key: label, label, icon, to }))
}

function offersFor({ role = '', user, provider, flags }: SignedIn, to: Paths): Offer[] {
  const approves = user.isAdmin || role.endsWith('_supervisor')
  const reviews = approves || role.endsWith('_reviewer')
  return [
    { label: 'Review', icon: <AuditOutlined />, to: to.review(), isFor: reviews },
    { label: 'Approve', icon: <CheckSquareOutlined />, to: to.approve(), isFor: approves },
    {
      label: 'Download and Sync Manager',
      icon: <SyncOutlined />,
      to: to.downloadAndSync(),
      isFor: approves,
    },
    {
      label: 'Review Progress',
      icon: <BarChartOutlined />,
      to: to.reviewProgress(),
      isFor: approves,
    },
    {
      label: 'Human In The Loop Settings',
      icon: <ControlOutlined />,
      to: to.reviewSettings(),
      // Admins have it in the settings.
      isFor: approves && !user.isAdmin,
    },
    {
      label: 'Subscription',
      icon: <CreditCardOutlined />,
      to: to.pricing(),
      // Shown only if subscriptions are sold.
      isFor: user.isAdmin && provider === '' && flags.billing === true,
    },
  ]
}
