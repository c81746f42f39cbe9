import { useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'

/** Shown for unknown addresses. */
export function NotFoundPage() {
  usePageTitle('Page Not Found')
  const router = useRouter()
  return (
    <div className="empty" style={{ paddingTop: '16vh' }}>
      <p style={{ color: 'var(--ink-faint)', fontSize: 56, fontWeight: 600, lineHeight: '64px' }}>
        404
      </p>
      <h1 style={{ margin: 0, fontSize: 22 }}>Page Not Found</h1>
      <p>The address may be mistyped, or the page may have been deleted.</p>
      <div className="empty-actions">
        <Button type="primary" onClick={() => router.history.back()}>
          Go Back
        </Button>
        <Button href={paths.home()}>Go to the home page</Button>
      </div>
    </div>
  )
}
