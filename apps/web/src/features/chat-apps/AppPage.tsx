import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ChatScreen } from './ChatScreen.tsx'
import type { ChatApp } from './chat-app.ts'
import { chatAppList } from './chat-apps.queries.ts'
import { conversationsOf } from './conversation/conversation.queries.ts'
import { NoAppsPage } from './NoAppsPage.tsx'
import './chat-apps.css'

/** The page of an app, addressed by its name or its id. */
export function AppPage() {
  const { flags } = useSignedIn()
  const { app = '' } = useParams({ strict: false }) as { readonly app?: string }
  return flags.app_deployment === true ? <AppLoader key={app} nameOrId={app} /> : <NoAppsPage />
}

function AppLoader({ nameOrId }: { readonly nameOrId: string }) {
  const { data: apps, error, refetch } = useQuery(chatAppList)
  // The parameter may be a name or an id; names take precedence.
  const app = apps?.find(({ name }) => name === nameOrId) ?? apps?.find(({ id }) => id === nameOrId)
  usePageTitle(app?.displayName)
  if (error && !apps) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to update" onRetry={retry} />
  }
  if (!apps) return <PageSkeleton />
  return app ? <OpenApp key={app.id} app={app} /> : <NoSuchApp />
}

function OpenApp({ app }: { readonly app: ChatApp }) {
  const { data: conversations, error } = useQuery(conversationsOf(app.id))
  if (error && !conversations) return <NoAppsPage />
  if (!conversations) return <PageSkeleton />
  return <ChatScreen app={app} conversations={conversations} />
}

function NoSuchApp() {
  const to = usePaths()
  return (
    <div className="page">
      <EmptyState title="App not found" explanation="It was deleted or its address has changed.">
        <Link to={to.appDeployments()}>Go to app deployments</Link>
      </EmptyState>
    </div>
  )
}
