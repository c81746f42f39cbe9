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
import {
  mayApprove,
  mayReview,
  type SignedIn,
  useSignedIn,
} from '../../shared/session/signed-in.ts'

type ModuleEntry = {
  readonly label: string
  readonly icon: ReactNode
  readonly to: string
  readonly isAllowed: boolean
}

/**
 * Returns the modules' entries in the account menu: those that are meant for the user and whose
 * page exists.
 */
export function useModuleItems(): MenuItem[] {
  const exists = usePageExists()
  return moduleEntries(useSignedIn(), usePaths())
    .filter(({ isAllowed, to }) => isAllowed && exists(to))
    .map(({ label, icon, to }) => ({ key: label, label, icon, to }))
}

function moduleEntries(signedIn: SignedIn, to: Paths): ModuleEntry[] {
  const { user, provider, flags } = signedIn
  const approves = mayApprove(signedIn)
  const reviews = mayReview(signedIn)
  return [
    { label: 'Review', icon: <AuditOutlined />, to: to.review(), isAllowed: reviews },
    { label: 'Approve', icon: <CheckSquareOutlined />, to: to.approve(), isAllowed: approves },
    {
      label: 'Download and Sync Manager',
      icon: <SyncOutlined />,
      to: to.downloadAndSync(),
      isAllowed: approves,
    },
    {
      label: 'Review Progress',
      icon: <BarChartOutlined />,
      to: to.reviewProgress(),
      isAllowed: approves,
    },
    {
      label: 'Human In The Loop Settings',
      icon: <ControlOutlined />,
      to: to.reviewSettings(),
      // Admins have it in the settings.
      isAllowed: approves && !user.isAdmin,
    },
    {
      label: 'Subscription',
      icon: <CreditCardOutlined />,
      to: to.pricing(),
      // Shown only if subscriptions are sold.
      isAllowed: user.isAdmin && provider === '' && flags.billing === true,
    },
  ]
}
