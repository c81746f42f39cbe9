import type { Endpoint } from '@recto/contract/wire/endpoint'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { overrideAddresses } from '../../../shared/api/address.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { documentList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { EditorSkeleton } from '../editor/EditorSkeleton.tsx'
import { profileList } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { project as projectQuery } from '../project.queries.ts'
import type { Project } from '../project.ts'
import { ReadOnlyContext } from '../state/page-context.ts'
import { publicAddresses } from './public-addresses.ts'
import './public.css'

/** A project with everything that its link gives access to. */
type Shared = {
  readonly shareId: string
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
}

type RenderShared = (shared: Shared) => ReactNode

/** A page for everybody who has the link of a project. */
export function SharedPage({ render }: { readonly render: RenderShared }) {
  const { shareId = '' } = useParams({ strict: false })
  return (
    <SharedProject key={shareId} shareId={shareId} render={render} renderError={renderRedirect} />
  )
}

type Props = {
  readonly shareId: string
  readonly render: RenderShared
  /** Renders the error if the project cannot be loaded. */
  readonly renderError: (error: unknown) => ReactNode
  /** Endpoints that the page still calls as a member. */
  readonly memberEndpoints?: readonly Endpoint[]
}

/** Redirects all requests of the studio pages below it to the endpoints of the public link. */
export function SharedProject({ shareId, render, renderError, memberEndpoints }: Props) {
  // A separate client, so that public replies are never cached as those of a member.
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } }),
  )
  const [isRedirected, setRedirected] = useState(false)
  useEffect(() => {
    overrideAddresses(publicAddresses(shareId, memberEndpoints))
    setRedirected(true)
    return () => overrideAddresses(undefined)
  }, [shareId, memberEndpoints])

  return (
    <QueryClientProvider client={client}>
      <ReadOnlyContext value={true}>
        <main className="public-studio">
          {isRedirected ? (
            <LoadedProject shareId={shareId} render={render} renderError={renderError} />
          ) : (
            <EditorSkeleton />
          )}
        </main>
      </ReadOnlyContext>
    </QueryClientProvider>
  )
}

function LoadedProject({ shareId, render, renderError }: Props) {
  const project = useQuery(projectQuery(shareId))
  const profiles = useQuery(profileList(shareId))
  const documents = useQuery(documentList(shareId))

  if (project.data && profiles.data && documents.data) {
    const loadedProject = project.data
    const loadedProfiles = profiles.data
    const loadedDocuments = documents.data
    return render({
      shareId,
      project: loadedProject,
      profiles: loadedProfiles,
      documents: loadedDocuments,
    })
  }
  const error = project.error ?? profiles.error ?? documents.error
  return error ? renderError(error) : <EditorSkeleton />
}

const renderRedirect = (error: unknown) => <RedirectHome error={error} />

/** Redirects signed-in users to their projects, and others to the sign-in page. */
function RedirectHome({ error }: { readonly error: unknown }) {
  const alerts = useAlerts()
  useEffect(() => alerts.showError(error, 'Failed to load the shared project'), [alerts, error])
  return <Navigate to={paths.home()} replace />
}

/** Paths of the pages that show a project by its public link. */
export const sharedPaths = {
  project: (shareId: string) => `/promptStudio/share/${encodeURIComponent(shareId)}`,
  analyzer: (shareId: string) =>
    `/promptStudio/share/${encodeURIComponent(shareId)}/outputAnalyzer`,
}
