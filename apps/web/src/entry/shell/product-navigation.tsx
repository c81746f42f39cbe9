import {
  DashboardOutlined,
  ExperimentOutlined,
  KeyOutlined,
  ShoppingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { productPaths } from '../../shared/navigation/paths.ts'
import { TEXT_EXTRACTION, VERTICALS } from '../../shared/session/products.ts'
import type { EntryGroup } from './navigation.tsx'

/** Returns the side menu of an additional product; empty for an unknown product. */
export function productNavigation(product: string, organizationName: string): EntryGroup[] {
  if (product === TEXT_EXTRACTION)
    return [textExtraction(productPaths.textExtraction(organizationName))]
  return product === VERTICALS ? [verticals()] : []
}

const textExtraction = (base: string): EntryGroup => ({
  heading: 'MANAGE',
  entries: [
    {
      title: 'Dashboard',
      description: 'See how many pages were processed',
      path: `${base}/dashboard`,
      icon: <DashboardOutlined />,
    },
    {
      title: 'API Keys',
      description: 'Create and revoke API keys for your programs',
      path: `${base}/api-keys`,
      icon: <KeyOutlined />,
    },
    {
      title: 'Playground',
      description: 'Try text extraction on your own document',
      path: `${base}/playground`,
      icon: <ExperimentOutlined />,
    },
    {
      title: 'My Account',
      description: 'Your account and plan',
      path: `${base}/account`,
      icon: <UserOutlined />,
    },
  ],
})

const verticals = (): EntryGroup => ({
  heading: 'MANAGE',
  entries: [
    {
      title: 'Dashboard',
      description: 'Documents processed by your ready-made extractors',
      path: productPaths.verticals(),
      icon: <DashboardOutlined />,
    },
    {
      title: 'Subscriptions',
      description: 'Your extraction subscriptions',
      path: `${productPaths.verticals()}/subscriptions`,
      icon: <ShoppingOutlined />,
    },
  ],
})
