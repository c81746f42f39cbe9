import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productOfPath, VERTICALS } from '../../shared/session/products.ts'
import { LogsPanel } from './logs/LogsPanel.tsx'
import { ShellCommands } from './ShellCommands.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useCollapsed } from './use-collapsed.ts'
import { OnboardingGate } from './welcome/OnboardingGate.tsx'
import { Welcome } from './welcome/Welcome.tsx'

/** The frame of every signed-in page: top bar, side menu, content. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { isCollapsed, width, toggle } = useCollapsed()
  const hasLogs = productOfPath(useLocation().pathname) !== VERTICALS

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <TopBar />
      <Sidebar isCollapsed={isCollapsed} width={width} onToggle={toggle} />
      <main id="content" className="shell-content" tabIndex={-1}>
        <Welcome />
        <OnboardingGate>{children}</OnboardingGate>
      </main>
      {hasLogs && <LogsPanel />}
      <ShellCommands />
    </div>
  )
}
