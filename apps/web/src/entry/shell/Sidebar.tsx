import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import type { Entry, EntryGroup } from './navigation.tsx'
import { useNavigation } from './use-navigation.ts'

type Props = { readonly isCollapsed: boolean; readonly onToggle: () => void }

export function Sidebar({ isCollapsed, onToggle }: Props) {
  const { groups, active } = useNavigation()
  const label = isCollapsed ? 'Expand the menu' : 'Collapse the menu'

  return (
    <aside className="sidebar" style={{ width: isCollapsed ? 65 : 240 }}>
      <nav aria-label="Main" className="sidebar-scroll">
        {groups.map((group) => (
          <Group key={group.heading} group={group} active={active} isCollapsed={isCollapsed} />
        ))}
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

type GroupProps = {
  readonly group: EntryGroup
  readonly active: Entry | undefined
  readonly isCollapsed: boolean
}

function Group({ group, active, isCollapsed }: GroupProps) {
  return (
    <section className="sidebar-group" aria-label={group.heading}>
      {!isCollapsed && <h2>{group.heading}</h2>}
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <EntryLink
              entry={entry}
              isActive={entry.path === active?.path}
              isCollapsed={isCollapsed}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type EntryProps = {
  readonly entry: Entry
  readonly isActive: boolean
  readonly isCollapsed: boolean
}

function EntryLink({ entry, isActive, isCollapsed }: EntryProps) {
  return (
    <Tooltip
      title={isCollapsed ? entry.title : entry.description}
      placement="right"
      mouseEnterDelay={isCollapsed ? 0.1 : 0.7}
    >
      <Link
        to={entry.path}
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
