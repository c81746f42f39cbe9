import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { ProductMark } from '../../shared/layout/ProductMark.tsx'
import { useCollapsed } from './use-collapsed.ts'
import './shell.css'
import './sidebar.css'

/** The layout while the session is loading. */
export function ShellSkeleton() {
  const { width } = useCollapsed()
  return (
    <div className="shell">
      <header className="top-bar">
        <span className="top-logo">
          <ProductMark size={26} />
          <span>Recto</span>
        </span>
      </header>
      <aside className="sidebar" style={{ width }} />
      <main className="shell-content">
        <PageSkeleton />
      </main>
    </div>
  )
}
