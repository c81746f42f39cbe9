import type { Endpoint } from '@recto/contract/wire/endpoint'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { detourTo } from '../../../shared/api/address.ts'
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

type Draw = (shared: Shared) => ReactNode

/** A page for everybody who has the link of a project. */
export function SharedPage({ draw }: { readonly draw: Draw }) {
  const { shareId = '' } = useParams({ strict: false })
  return <SharedProject key={shareId} shareId={shareId} draw={draw} failed={leaveIt} />
}

type Props = {
  readonly shareId: string
  readonly draw: Draw
  /** Renders the error if the project cannot be loaded. */
  readonly failed: (error: unknown) => ReactNode
  /** Endpoints that the page still calls as a member. */
  readonly besides?: readonly Endpoint[]
}

/** Redirects all requests of the studio pages below it to the endpoints of the public link. */
export function SharedProject({ shareId, draw, failed, besides }: Props) {
  // A separate client, so that public replies are never cached as those of a member.
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } }),
  )
  const [isTurned, setTurned] = useState(false)
  useEffect(() => {
    detourTo(publicAddresses(shareId, besides))
    setTurned(true)
    return () => detourTo(undefined)
  }, [shareId, besides])

  return (
    <QueryClientProvider client={client}>
      <ReadOnlyContext value={true}>
        <main className="public-studio">
          {isTurned ? (
            <LoadedProject shareId={shareId} draw={draw} failed={failed} />
          ) : (
            <EditorSkeleton />
          )}
        </main>
      </ReadOnlyContext>
    </QueryClientProvider>
  )
}

function LoadedProject({ shareId, draw, failed }: Props) {
  const project = useQuery(projectQuery(shareId))
  const profiles = useQuery(profileList(shareId))
  const documents = useQuery(documentList(shareId))

  if (project.data && profiles.data && documents.data) {
    const given = project.data
    const models = profiles.data
    const files = documents.data
    return draw({ shareId, project: given, profiles: models, documents: files })
  }
  const error = project.error ?? profiles.error ?? documents.error
  return error ? failed(error) : <EditorSkeleton />
}

const leaveIt = (error: unknown) => <Leave error={error} />

/** Redirects signed-in users to their projects, and others to the sign-in page. */
function Leave({ error }: { readonly error: unknown }) {
  const alerts = useAlerts()
  useEffect(() => alerts.failed(error, 'Failed to load the shared project'), [alerts, error])
  return <Navigate to={paths.home()} replace />
}
