import type { ReactNode } from 'react'
import { ShellCommands } from './ShellCommands.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useCollapsed } from './use-collapsed.ts'

/** The frame of every signed-in page: top bar, side menu, content. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isCollapsed, toggle] = useCollapsed()

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <TopBar />
      <Sidebar isCollapsed={isCollapsed} onToggle={toggle} />
      <main id="content" className="shell-content" tabIndex={-1}>
        {children}
      </main>
      <ShellCommands />
    </div>
  )
}
