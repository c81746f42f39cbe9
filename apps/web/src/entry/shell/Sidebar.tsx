import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { type MenuEntry, useModules } from '../../shared/modules/modules.ts'
import { platformId, selectedProduct } from '../../shared/session/products.ts'
import type { EntryGroup } from './navigation.tsx'
import { useNavigation } from './use-navigation.ts'
import './sidebar.css'

type Props = {
  readonly isCollapsed: boolean
  /** Width in pixels. */
  readonly width: number
  readonly onToggle: () => void
}

export function Sidebar({ isCollapsed, width, onToggle }: Props) {
  const { SideMenu } = useModules()
  const label = isCollapsed ? 'Expand the menu' : 'Collapse the menu'

  return (
    <aside className="sidebar" style={{ width }} data-collapsed={isCollapsed}>
      <nav aria-label="Main" className="sidebar-scroll">
        {SideMenu ? <SideMenu /> : <Groups isCollapsed={isCollapsed} />}
      </nav>
      <button
        type="button"
        className="sidebar-toggle"
        onClick={onToggle}
        aria-label={label}
        aria-expanded={!isCollapsed}
        title={label}
      >
        {isCollapsed ? <RightOutlined /> : <LeftOutlined />}
      </button>
    </aside>
  )
}

function Groups({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { groups, active } = useNavigation()
  const isDisabled = useIsExpired()
  return groups.map((group) => (
    <Group
      key={group.heading}
      group={group}
      active={active}
      isCollapsed={isCollapsed}
      isDisabled={isDisabled}
    />
  ))
}

const noPlan = () => undefined

/** An expired plan closes the menu of the platform; other products are sold separately. */
function useIsExpired(): boolean {
  const { usePlan = noPlan } = useModules()
  const plan = usePlan()
  const product = selectedProduct() ?? platformId()
  return plan !== undefined && plan.remainingDays < 0 && product === platformId()
}

type EntryAppearance = { readonly isCollapsed: boolean; readonly isDisabled: boolean }

type GroupProps = EntryAppearance & {
  readonly group: EntryGroup
  readonly active: MenuEntry | undefined
}

function Group({ group, active, ...appearance }: GroupProps) {
  return (
    <section className="sidebar-group" aria-label={group.heading}>
      {!appearance.isCollapsed && <h2>{group.heading}</h2>}
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <EntryLink entry={entry} isActive={entry.path === active?.path} {...appearance} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type EntryProps = EntryAppearance & { readonly entry: MenuEntry; readonly isActive: boolean }

function EntryLink({ entry, isActive, isCollapsed, isDisabled }: EntryProps) {
  return (
    <Tooltip
      title={isCollapsed ? entry.title : entry.description}
      placement="right"
      mouseEnterDelay={isCollapsed ? 0.1 : 0.7}
    >
      <Link
        to={entry.path}
        disabled={isDisabled}
        activeOptions={{ exact: true }}
        className="sidebar-link"
        data-active={isActive}
        aria-current={isActive ? 'page' : undefined}
        aria-label={entry.title}
        aria-description={entry.description}
      >
        <span className="sidebar-icon">{entry.icon}</span>
        {!isCollapsed && <span>{entry.title}</span>}
      </Link>
    </Tooltip>
  )
}
