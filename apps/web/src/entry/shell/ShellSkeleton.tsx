import { Mark } from '../../shared/Mark.tsx'
import { PageSkeleton } from '../../shared/PageSkeleton.tsx'
import { isBoolean, useStored } from '../../shared/use-stored.ts'
import './shell.css'

/** The frame before anyone is known to be in it. */
export function ShellSkeleton() {
  const [isCollapsed] = useStored('collapsed', isBoolean, false)
  return (
    <div className="shell">
      <header className="top-bar">
        <span className="top-logo">
          <Mark size={26} />
          <span>Recto</span>
        </span>
      </header>
      <aside className="sidebar" style={{ width: isCollapsed ? 65 : 240 }} />
      <main className="shell-content">
        <PageSkeleton />
      </main>
    </div>
  )
}
